import { expect, type Locator, type Page, test } from 'playwright/test'
import { KIND_TABLE, KINDS } from '#lib/contract/kind.ts'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

const PACK = 'Barometer'

async function goToPack(page: Page) {
  const found = await readList(page, `index/search?q=${PACK}`)
  await page.goto(`/home/iconpack/detail/${found.items[0]?.id}`)
  await expectRoving(iconsOf(page).getByRole('list'))
}

const iconsOf = (page: Page) => page.getByRole('region', { name: 'Icons in this pack' })
const icon = (page: Page, name: string) =>
  page.getByRole('link', { name: `Download ${name} as SVG`, exact: true })
const hasFocusIn = (page: Page, selector: string) =>
  page.evaluate((place) => document.activeElement?.closest(place) !== null, selector)

/** Runs the scripts: then only one control of a list is a Tab stop. */
async function expectRoving(list: Locator) {
  await useScripts(list.page())
  await expect.poll(() => list.locator(':is(a[href], button):not([tabindex="-1"])').count()).toBe(1)
}

test('on a detail page of every kind, “Install” is among the first ten Tab stops and precedes the contents, on wide and narrow pages', async ({
  page,
}) => {
  for (const kind of KINDS) {
    const { items } = await readList(page, `${kind}/list`)
    // A plugin may have no release.
    const project = items.find(({ file, release }) => file ?? release)
    await page.goto(`/home/${KIND_TABLE[kind].path}/detail/${project?.id}`)
    const install = page.getByRole('main').getByRole('link', { name: /^Install into/ })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.locator('main').focus()
      const isFocused = () => install.evaluate((link) => link === document.activeElement)
      let stops = 0
      while (stops < 11 && !(await isFocused())) {
        await page.keyboard.press('Tab')
        stops += 1
      }
      expect(stops, `${kind}, ${width} px`).toBeLessThanOrEqual(10)
      // The order of the markup is the order on wide screens; narrow ones have the actions at their foot.
      if (width === 390) continue
      const tops = await page
        .locator('main > article > div > *')
        .evaluateAll((parts) =>
          parts
            .filter((part) => part.checkVisibility())
            .map((part) => part.getBoundingClientRect().top),
        )
      expect(tops, `${kind}, ${width} px`).toEqual(tops.toSorted((a, b) => a - b))
    }
  }
})

test('the icons of a pack are one Tab stop; arrow keys, Home and End move between them', async ({
  page,
}) => {
  await goToPack(page)
  const links = iconsOf(page).getByRole('listitem').getByRole('link')
  await links.first().focus()
  const name = (await links.first().innerText()).trim()
  await page.keyboard.press('ArrowRight')
  await expect(
    page.getByRole('button', { name: `Copy the name ${name}`, exact: true }),
  ).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  const before = await links.nth(1).boundingBox()
  await page.keyboard.press('ArrowDown')
  const below = await page.locator(':focus').boundingBox()
  expect(below?.x).toBe(before?.x)
  expect(below?.y).toBeGreaterThan(before?.y ?? 0)
  await page.keyboard.press('ArrowUp')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await hasFocusIn(page, '[data-icons] li')).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  expect(await hasFocusIn(page, '[data-icons] li')).toBe(false)
})

test(
  'filtered icons move the focus to icons that are not rendered yet, and keep it while they are scrolled away',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/icons', async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [first] = body.data.items
      body.data.items = Array.from({ length: 2000 }, (_, at) => ({ ...first, name: `made-${at}` }))
      await route.fulfill({ json: body })
    })
    await goToPack(page)
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('made')
    await icon(page, 'made-0').focus()
    await page.keyboard.press('End')
    await expect(icon(page, 'made-1999')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await expect(icon(page, 'made-0')).toBeFocused()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(icon(page, 'made-1990')).toBeAttached()
    await expect(icon(page, 'made-0')).toBeFocused()
  },
)

test(
  'found icons and gallery pictures are one Tab stop each, and every one without scripts',
  { tag: '@long' },
  async ({ page, browser }) => {
    await page.goto('/home/search?q=cloud&kind=icon&view=icons')
    const found = page.getByRole('main').getByRole('listitem').locator('a[href*="#icon-"]')
    await expectRoving(page.locator('main ul').filter({ has: page.locator('a[href*="#icon-"]') }))
    await found.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: /^Add .* to your strip$/ }).first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(found.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(found.last()).toBeFocused()

    await goToPack(page)
    const pictures = page.getByRole('region', { name: 'Gallery' }).getByRole('link')
    await pictures.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(pictures.nth(1)).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await hasFocusIn(page, '.stage')).toBe(false)

    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(page.url())
    await expect(plain.locator('main').getByRole('listitem').locator('[tabindex]')).toHaveCount(0)
    await context.close()
  },
)

test(
  'the light box shows its focus at once and keeps it at the first and the last picture',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await goToPack(page)
    const link = page.getByRole('region', { name: 'Gallery' }).getByRole('link').first()
    await link.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Gallery' })
    const row = dialog.getByRole('group', { name: 'Picture 1 of 3' })
    await expect(row).toBeFocused()
    await expect(row).toHaveCSS('outline-style', 'solid')
    const next = dialog.getByRole('button', { name: 'Next picture' })
    await next.focus()
    for (const at of [1, 2]) {
      await page.keyboard.press('Enter')
      // With reduced motion the next picture is there at once.
      expect(
        await dialog
          .getByRole('group')
          .evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth),
      ).toBe(at)
      await expect(dialog.getByRole('status')).toContainText(`Picture ${at + 1} of 3`)
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await expect(next).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(next).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(link).toBeFocused()
  },
)

test('a menu of a filter is opened and used by keys, and Enter applies the choice', async ({
  page,
}) => {
  await page.goto('/home/iconpack')
  const sort = page.getByRole('form', { name: 'Filter and sort' }).getByLabel('Sort by')
  const apply = page.getByRole('button', { name: 'Apply' })
  await expect(apply).toBeHidden()
  await sort.press('ArrowDown')
  await expect(sort.getByRole('option', { name: 'Popular' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home\/iconpack\?sort=downloads$/)
  await expect(sort).toBeFocused()
  // A letter changes the closed menu: that is a step, no choice.
  await useScripts(page)
  await page.keyboard.press('r')
  await expect(sort).toHaveValue('recent')
  await expect(apply).toBeVisible()
  await expect(page).toHaveURL(/sort=downloads$/)
  await apply.press('Enter')
  await expect(page).toHaveURL(/sort=recent$/)
  await expect(apply).toBeHidden()
  await expect(sort).toBeFocused()
})

test(
  'keys that step through the choices of a filter do not navigate; Enter does',
  { tag: '@long' },
  async ({ browser }) => {
    // Where there is no mouse, the menus are those of the system.
    const page = await browser.newPage({ hasTouch: true, isMobile: true })
    await page.goto('/home/iconpack')
    const sort = page.getByRole('form', { name: 'Filter and sort' }).getByLabel('Sort by')
    await useScripts(page)
    const navigations: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('sort=') && navigations.push(request.url()),
    )
    await sort.focus()
    await page.keyboard.press('ArrowDown')
    await expect(sort).toHaveValue('downloads')
    await page.keyboard.press('ArrowDown')
    await expect(sort).toHaveValue('recent')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/home\/iconpack\?sort=recent$/)
    expect(navigations.filter((url) => url.includes('sort=downloads'))).toEqual([])
    await expect(sort).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(sort).toHaveValue('name')
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await expect(page).toHaveURL(/sort=name$/)
    await page.close()
  },
)

test(
  'the focus stays in the page when its control goes: a removed filter, a kept setup, another scope of the search',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/home/iconpack?os=macos&category=weather')
    await useScripts(page)
    const chip = page.getByRole('link', { name: 'macOS (Remove filter)' })
    await chip.press('Enter')
    await expect(page).toHaveURL(/\?category=weather$/)
    await expect(chip).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()

    await goToPack(page)
    await useScripts(page)
    await page.getByText('My setup').click()
    const facts = page.getByRole('complementary', { name: 'Details' })
    await facts.getByLabel('Runs on version').fill('9.0.0')
    await facts.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(facts.getByRole('status').filter({ hasText: 'Fits your setup' })).toBeVisible()
    await expect(facts.getByRole('button', { name: 'Save' })).toBeFocused()
    await facts.getByRole('button', { name: 'Forget' }).press('Enter')
    await expect(facts.locator('[data-fit]')).toHaveCount(0)
    await expect(facts.getByRole('button', { name: 'Forget' })).toBeFocused()

    await page.goto('/home/search?q=a')
    await useScripts(page)
    const tab = page.getByRole('navigation', { name: 'Kinds of result' }).getByRole('link')
    await tab.filter({ hasText: 'Plugins' }).press('Enter')
    await expect(page).toHaveURL(/kind=plugin/)
    await expect(tab.filter({ hasText: 'Plugins' })).toBeFocused()
  },
)
