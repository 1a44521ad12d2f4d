import { expect, type Page } from 'playwright/test'
import { coveredShare, focusState, overflow, smallTargets, weakEdges } from './eye.ts'
import { readList } from './lists.ts'
import { register, test } from './people.ts'
import { addStyle } from './add-style.ts'
import { isWhole } from '#tests/support/whole.ts'

const detailOf = async (page: Page, kind: 'icon' | 'profile') => {
  const { items } = await readList(page, `${kind}/list?limit=1&sort=popular`)
  return `/home/${kind === 'icon' ? 'iconpack' : kind}/detail/${items[0]?.id}`
}

/** Whether the focus has left the page after the last stop. */
const isOutside = (page: Page) => page.evaluate(() => document.activeElement === document.body)

/** Home, list, detail, sign-in. */
const publicScreens = async (page: Page) => [
  '/home/index',
  '/de/home/iconpack',
  await detailOf(page, 'icon'),
  '/de/login',
]

test(
  'at 400 % zoom header and bar leave 60 % of the height and never cover the focus',
  { tag: '@long' },
  async ({ page }) => {
    const screens = await publicScreens(page)
    for (const [width, height, stops] of [
      [320, 256, 30],
      [390, 844, 45],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [at, screen] of screens.entries()) {
        if (!isWhole && at % 2 === (width === 320 ? 1 : 0)) continue
        await page.goto(screen)
        await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
        expect(await overflow(page), `${screen} at ${width} px`).toBeLessThanOrEqual(0)
        expect(await coveredShare(page), `${screen} at ${height} px`).toBeLessThanOrEqual(0.4)
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
        await page.keyboard.press('Tab')
        expect(await isOutside(page)).toBe(false)
        for (let stop = 1; stop < stops; stop += 1) {
          await page.keyboard.press('Tab')
          if (await isOutside(page)) break
          expect(await focusState(page), `${screen} at ${height} px, stop ${stop}`).toBe('seen')
        }
        // Backwards, what is focused comes from above, where the header is.
        for (let stop = 0; stop < 10; stop += 1) {
          await page.keyboard.press('Shift+Tab')
          expect(await focusState(page), `${screen} at ${height} px, back ${stop}`).toBe('seen')
        }
      }
    }
  },
)

test('fields have edges of 3:1, and the form fits 320 px and wide text spacing', async ({
  page,
}) => {
  await register(page)
  for (const screen of ['/home/iconpack', '/home/user/account', '/de/home/user/uploadicon']) {
    await page.goto(screen)
    for (const theme of ['dark', 'light']) {
      await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme)
      // The form waits for its draft.
      await expect.poll(async () => (await weakEdges(page)).count).toBeGreaterThan(1)
      expect((await weakEdges(page)).weak, `${screen}, ${theme}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await smallTargets(page)).toEqual([])
  await addStyle(
    page,
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  )
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test(
  'wide text spacing cuts neither kinds nor names of authors',
  { tag: '@long' },
  async ({ page }) => {
    for (const [screen, width] of [
      ['/fr/home/search?q=a', 1440],
      ['/fr/home/index', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(screen)
      const parts = page.locator('.card-facts > :first-child, .card-by, .hero-strip')
      await page
        .locator('.card-by bdi')
        .evaluateAll((names) => names.forEach((name) => (name.textContent = '山'.repeat(20))))
      await addStyle(
        page,
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      )
      const cut = await parts.evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .filter(
            (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => `${one.className}: ${one.textContent}`),
      )
      expect(await parts.count(), screen).toBeGreaterThan(4)
      expect(cut, screen).toEqual([])
    }
  },
)

test('on paper a profile is ink on white, each key with its label and what it does, each link with its address', async ({
  page,
}) => {
  await page.goto(await detailOf(page, 'profile'))
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const bar of ['header', 'footer', '[data-thumb-bar]', 'nav[aria-label]']) {
    await expect(page.locator(bar).first(), bar).toBeHidden()
  }
  const colours = await main.evaluate((one) => [
    getComputedStyle(one).color,
    getComputedStyle(document.body).backgroundColor,
  ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  for (const key of await main.locator('.strip-stage li').all()) {
    const [frame, words] = [await key.boundingBox(), await key.locator('small').boundingBox()]
    expect(words?.height).toBeGreaterThan(10)
    expect(words?.y).toBeGreaterThanOrEqual(frame?.y ?? Infinity)
  }
  const top = main.locator('.detail-top')
  const space = await top.evaluate((one) => {
    const ends = [...one.children].map((child) => child.getBoundingClientRect().bottom)
    return one.getBoundingClientRect().bottom - Math.max(...ends)
  })
  expect(space, 'the pictures are followed by no empty space').toBeLessThan(20)
  const author = main.locator('.detail header a').first()
  const printed = await author.evaluate((one) => getComputedStyle(one, '::after').content)
  expect(printed).toContain(new URL(page.url()).origin)
})

test(
  'forced colours keep edges of buttons and colours of the device; more contrast makes text opaque',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(await detailOf(page, 'profile'))
    const edgeOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } =
            getComputedStyle(one)
          return `${borderTopWidth} ${borderTopStyle} ${borderTopColor === backgroundColor ? 'unseen' : 'seen'}`
        })
    expect(await edgeOf('[data-thumb-bar] > :first-child')).toBe('1px solid seen')
    expect(await edgeOf('main article header a[href*="category="]')).toBe('1px solid seen')
    const key = page.locator('[dir=ltr] > ul > li').first()
    const painted = await key.evaluate((one) => [
      getComputedStyle(one).backgroundColor,
      one instanceof HTMLElement ? one.style.background : '',
    ])
    expect(painted[0]).toBe(painted[1])
    await page.emulateMedia({ forcedColors: 'none', contrast: 'more' })
    const header = page.getByRole('banner')
    const opaque = await header.evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(opaque).toMatch(/^rgb\(/)
    await page.emulateMedia({ contrast: 'no-preference' })
    expect(await header.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(opaque)
  },
)

test('with reduced motion cards stay, pictures change at once, and the loading bar does not move', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/home/iconpack')
  const card = page.getByRole('article').first()
  await card.hover()
  expect(await card.evaluate((one) => getComputedStyle(one).translate)).toBe('none')
  await page.goto(await detailOf(page, 'icon'))
  await page.locator('[data-picture]').first().click()
  const row = page.getByRole('dialog').getByRole('group')
  await expect(row).toBeVisible()
  expect(await row.evaluate((one) => getComputedStyle(one).scrollBehavior)).toBe('auto')
})

test(
  'from right to left nothing scrolls sideways, arrows are mirrored and the strip is not',
  { tag: '@long' },
  async ({ page }) => {
    for (const screen of [...(await publicScreens(page)), await detailOf(page, 'profile')]) {
      await page.goto(screen)
      await page.evaluate(() => (document.documentElement.dir = 'rtl'))
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        // A right-to-left page overflows to the left.
        const hidden = await page.evaluate(() => {
          scrollTo({ left: -500, behavior: 'instant' })
          return Math.abs(scrollX) + Math.max(0, document.documentElement.scrollWidth - innerWidth)
        })
        expect(hidden, `${screen} at ${width} px`).toBe(0)
      }
    }
    const scale = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).scale)
    expect(await scale('nav[aria-label] ol .icon')).toBe('-1 1')
    const strip = page.locator('[dir=ltr] > ul').first()
    expect(await strip.evaluate((one) => getComputedStyle(one).direction)).toBe('ltr')
    await page.evaluate(() => (document.documentElement.dir = 'ltr'))
    expect(await scale('nav[aria-label] ol .icon')).toBe('none')
  },
)
