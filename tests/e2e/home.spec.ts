import { expect, type Page, test } from 'playwright/test'
import { KINDS } from '#lib/contract/kind.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { register, accountMenu } from './people.ts'
import { sampledLocales } from '#tests/support/whole.ts'

/** Phones show home in at most this many heights of their screen. */
const SCREENS_MAX = 6

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' })

test('home has a featured row and one per kind, no project twice, no sample first, and no search box in the header', async ({
  page,
}) => {
  await page.goto(paths.home)
  const links = page.locator('main article a')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toHaveLength(4 * (KINDS.length + 1))
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const name of ['Featured', 'Icon packs', 'Plugins', 'Profiles', 'Pages']) {
    const row = page.getByRole('main').getByRole('region', { name, exact: true })
    await expect(row.getByRole('article'), name).toHaveCount(4)
    await expect(row.getByRole('article').first()).not.toContainText(/Sample|Example/)
  }
  await expect(page.getByText('Based on views, downloads and installations.')).toBeVisible()
  await expect(page.locator('input[type=search]')).toHaveCount(1)
  await page.goto(paths.faq)
  await expect(page.getByRole('banner').locator('input[type=search]')).toBeVisible()
})

test('at 1440 and 1920 px four cards stand beside each other, and everything begins at the same edge', async ({
  page,
}) => {
  for (const [width, content] of [
    [1440, 1392],
    [1920, 1712],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(paths.home)
    const boxes = await page
      .getByRole('region', { name: 'Plugins', exact: true })
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
    const [first, last] = [boxes[0], boxes.at(-1)]
    expect(last.right - first.left).toBeCloseTo(content, 0)
    const logo = await page.getByRole('banner').getByRole('link').first().boundingBox()
    const heading = await page.getByRole('heading', { name: 'Featured' }).boundingBox()
    expect([logo?.x, heading?.x]).toEqual([first.left, first.left])
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('home is a few screens high; its rows scroll sideways, show the next card, and follow the focus', async ({
    page,
  }) => {
    await page.goto(paths.home)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(SCREENS_MAX * 844)
    const row = page.getByRole('region', { name: 'Featured' }).getByRole('list')
    const second = await row.getByRole('listitem').nth(1).boundingBox()
    expect(second?.x).toBeLessThan(390 - 24)
    const last = row.getByRole('link').last()
    await row.getByRole('link').first().focus()
    for (let at = 1; at < 4; at += 1) await page.keyboard.press('Tab')
    await expect(last).toBeFocused()
    await expect(last).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  test(
    'the menu closes on Escape and outside, and gives the focus back',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(paths.home)
      const publish = page.getByRole('link', { name: 'Publish' })
      await expect(publish).toBeHidden()
      await menuButton(page).click()
      await expect(publish).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(publish).toBeHidden()
      await expect(menuButton(page)).toBeFocused()
      await menuButton(page).click()
      await page.mouse.click(20, 190)
      await expect(publish).toBeHidden()
      // After a change of the language the button has the focus: the switch is in the closed menu.
      await menuButton(page).click()
      await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
      await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click()
      await expect(page).toHaveURL('/de/home/index')
      await expect(page.getByRole('link', { name: 'Veröffentlichen' })).toBeHidden()
      await expect(page.locator('[popovertarget]')).toBeFocused()
    },
  )

  test(
    'the menu shows the signed-in account with its entries',
    { tag: '@long' },
    async ({ page }) => {
      const { username } = await register(page)
      await page.goto(paths.home)
      await menuButton(page).click()
      await accountMenu(page).locator('summary').click()
      await expect(accountMenu(page)).toContainText(username)
      await expect(page.getByRole('link', { name: 'My plugins' })).toBeInViewport()
    },
  )

  test(
    'who prefers light is offered it, although the switch is in the menu',
    { tag: '@long' },
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(paths.home)
      await page.getByRole('button', { name: 'Switch to light' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      await expect(page.locator('.light-offer')).toBeHidden()
      await expect(page.getByRole('main')).toBeFocused()
    },
  )
})

test.describe('on a phone without scripts', () => {
  test.use({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })

  test('the header is one row, and its menu has publishing, languages and signing in', async ({
    page,
  }) => {
    await page.goto('/home/iconpack')
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(60)
    await expect(page.getByRole('banner').getByText('Keystrip')).toBeVisible()
    await menuButton(page).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Publish' })).toHaveAttribute('href', paths.publish)
    await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
    await page.getByRole('banner').getByRole('link', { name: 'Français' }).click()
    await expect(page).toHaveURL('/fr/home/iconpack')
  })

  test(
    'all four kinds are tabs of the same width, in every language, and none is cut',
    { tag: '@long' },
    async ({ page }) => {
      for (const locale of sampledLocales) {
        for (const kind of KINDS) {
          await page.goto(localePath(locale, paths.list(kind)))
          const tabs = page.locator('.header-tabs a')
          await expect(tabs).toHaveCount(KINDS.length)
          const facts = await tabs.evaluateAll((all) =>
            all.map((tab) => {
              const { left, right, width } = tab.getBoundingClientRect()
              const isWhole =
                tab.scrollWidth <= tab.clientWidth && tab.scrollHeight <= tab.clientHeight
              return { isInside: left >= 0 && right <= innerWidth, isWhole, width }
            }),
          )
          expect(
            facts.every(({ isInside, isWhole }) => isInside && isWhole),
            locale,
          ).toBe(true)
          expect(new Set(facts.map(({ width }) => Math.round(width))).size, locale).toBe(1)
          await expect(tabs.and(page.locator('[aria-current=page]'))).toBeInViewport({ ratio: 1 })
        }
      }
    },
  )
})
