import { expect, type Page, test } from 'playwright/test'
import { luminanceOf, parseColour } from '#backend/services/drawing/colour.ts'
import { readList } from '#tests/e2e/lists.ts'

function contrastOf(colours: readonly string[]): number {
  const [back = 0, front = 0] = colours.map((text) => luminanceOf(parseColour(text) ?? [0, 0, 0]))
  return (Math.max(back, front) + 0.05) / (Math.min(back, front) + 0.05)
}

/** Ground and colour of every drawing: on tiles of a pack, and on keys of strips. */
const drawings = (page: Page) =>
  page.evaluate(() => {
    const paint = (one: Element, pseudo?: string) => getComputedStyle(one, pseudo).backgroundColor
    const tiles = [...document.querySelectorAll('.icon-tiles .icon-ground')]
    const keys = [...document.querySelectorAll('.strip-device > li')]
    return [
      ...tiles.map((tile) => [paint(tile), paint(tile, '::before')]),
      ...keys.flatMap((key) =>
        [...key.querySelectorAll('.drawing')].map((drawing) => [paint(key), paint(drawing)]),
      ),
    ]
  })

/** Icons of the site, which have the colour of the text around them. */
const icons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main .icon')]
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const parent = one.parentElement
        return [getComputedStyle(one).backgroundColor, parent && getComputedStyle(parent).color]
      }),
  )

for (const kind of ['icon', 'profile'] as const) {
  test(`in forced colours every drawing of a page (${kind}) has a contrast of 3:1, in both schemes and both themes`, async ({
    page,
  }) => {
    const { items } = await readList(page, `${kind}/list?limit=1&sort=popular`)
    await page.goto(`/home/${kind === 'icon' ? 'iconpack' : kind}/detail/${items[0]?.id}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      for (const theme of ['dark', 'light']) {
        await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
        for (const ground of kind === 'icon' ? ['auto', 'light', 'dark'] : ['']) {
          if (ground !== '') {
            await page.locator(`label:has([name=icon-ground][value=${ground}])`).click()
          }
          const about = `${colorScheme} scheme, ${theme} theme, ${ground} ground`
          const found = await drawings(page)
          expect(found.length, about).toBeGreaterThan(10)
          expect(
            found.filter((one) => contrastOf(one) < 3),
            about,
          ).toEqual([])
        }
        const own = await icons(page)
        expect(own.length).toBeGreaterThan(3)
        expect(own.filter(([icon, text]) => icon !== text)).toEqual([])
      }
    }
  })
}
