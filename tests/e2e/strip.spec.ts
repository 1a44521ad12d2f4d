import { expect, type Page, test } from 'playwright/test'
import { axeFaults } from './axe.ts'
import { readList } from './lists.ts'

/** How long each strip of the home page is shown, in ms. */
const TURN = 7_000
const hero = (page: Page) => page.getByRole('region', { name: 'Strips of popular projects' })

/** The strip that home shows. */
const shown = (page: Page) => hero(page).getByRole('link').locator('> b').textContent()

/** A profile with several pages. */
async function profileWithPages(page: Page) {
  const found = await readList(page, 'index/search?q=Night-shift')
  return `/home/profile/detail/${found.items[0]?.id}`
}

for (const width of [1440, 390]) {
  test(`the top of home is at most 360 px high at ${width} px, with one strip in it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/home/index')
    const top = await page.locator('main').evaluate((main) => main.getBoundingClientRect().top)
    const box = await hero(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0) - top).toBeLessThanOrEqual(360)
    await expect(hero(page).getByRole('link')).toHaveCount(1)
    // Legible, also where only a part of the strip has room.
    const key = await hero(page).locator('li').first().boundingBox()
    expect(key?.height).toBeGreaterThan(width === 390 ? 50 : 28)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test(
  'the strips of home take turns, and each leads to its project',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/home/index')
    const titles = new Set<string | null>()
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(hero(page).getByRole('link')).toHaveCount(1)
      titles.add(await shown(page))
      await page.clock.runFor(TURN)
    }
    expect(titles.size).toBe(4)
    const title = await shown(page)
    await hero(page).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  },
)

test(
  'the strips of home stand still while one is pointed at or has the focus, and when paused',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/home/index')
    const first = await shown(page)
    await hero(page).getByRole('link').hover()
    await page.clock.runFor(2 * TURN)
    expect(await shown(page)).toBe(first)
    await page.mouse.move(0, 0)
    await page.clock.runFor(TURN)
    const second = await shown(page)
    expect(second).not.toBe(first)
    const pause = page.getByRole('checkbox', { name: 'Pause the rotating strips' })
    await page.keyboard.press('Tab')
    await pause.focus()
    await page.clock.runFor(2 * TURN)
    expect(await shown(page)).toBe(second)
    await page.keyboard.press('Space')
    await pause.blur()
    await expect(pause).toBeChecked()
    await page.clock.runFor(2 * TURN)
    expect(await shown(page)).toBe(second)
  },
)

test(
  'with reduced motion home shows one strip, which stays',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.clock.install()
    await page.goto('/home/index')
    const first = await shown(page)
    await expect(hero(page).getByRole('link')).toHaveCount(1)
    await expect(hero(page).getByRole('checkbox')).toBeHidden()
    await page.clock.runFor(2 * TURN)
    expect(await shown(page)).toBe(first)
    await context.close()
  },
)

for (const scripts of [true, false]) {
  test.describe(scripts ? 'a strip' : 'a strip without JavaScript', () => {
    test.use({ javaScriptEnabled: scripts })

    test(
      'shows the page that is chosen, by keyboard too',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        await page.goto(await profileWithPages(page))
        const strip = page.getByRole('region', { name: 'Try it' })
        await expect(strip.getByRole('group', { name: 'Page: Cut' })).toBeVisible()
        await expect(strip.getByRole('group', { name: 'Page: Grade' })).toBeHidden()
        const tabs = strip.getByRole('group', { name: 'Pages' })
        await tabs.getByRole('radio', { name: 'Page: Cut' }).focus()
        await page.keyboard.press('ArrowRight')
        await expect(strip.getByRole('group', { name: 'Page: Grade' })).toBeVisible()
        await expect(strip.getByRole('group', { name: 'Page: Cut' })).toBeHidden()
        await strip.getByText('Cut', { exact: true }).first().click()
        await expect(strip.getByRole('group', { name: 'Page: Cut' })).toBeVisible()
      },
    )

    test(
      'tells what a key does: pointed at, by arrow keys, and kept after a click',
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        await page.goto(await profileWithPages(page))
        const strip = page.getByRole('group', { name: 'Page: Cut' })
        const action = page.locator('.strip-stage small').filter({ visible: true })
        const shown = () =>
          action.evaluateAll((all) =>
            all
              .filter((one) => getComputedStyle(one).opacity === '1')
              .map((one) => one.textContent),
          )
        const hint = page.getByText('Press a key to see what it does.').first()
        await expect(hint).toBeVisible()
        await strip.getByRole('listitem').nth(1).hover()
        await expect.poll(shown).toEqual(['Blade Presses Ctrl + B'])
        await expect(hint).toBeHidden()
        await page.mouse.move(0, 0)
        await expect.poll(shown).toEqual([])

        await strip.getByRole('radio', { name: 'Undo Presses Ctrl + Z' }).focus()
        await page.keyboard.press('ArrowRight')
        await expect(strip.getByRole('radio', { name: 'Blade Presses Ctrl + B' })).toBeFocused()
        await expect.poll(shown).toEqual(['Blade Presses Ctrl + B'])

        await strip.getByRole('listitem').nth(6).click()
        await page.mouse.move(0, 0)
        await expect.poll(shown).toEqual(['Play Presses Space'])
      },
    )
  })
}

test(
  'on a phone a strip shows a legible part, which scrolls to the key with the focus',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(await profileWithPages(page))
    const strip = page.getByRole('group', { name: 'Page: Cut' })
    const key = strip.getByRole('listitem').last()
    expect((await key.boundingBox())?.height).toBeGreaterThan(44)
    await expect(key).not.toBeInViewport()
    await strip.getByRole('radio').first().focus()
    // From the first to the last.
    await page.keyboard.press('ArrowLeft')
    await expect(key).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axeFaults(page)).toEqual([])
  },
)

test(
  'displays show a sample value, and are read as what they display',
  { tag: '@long' },
  async ({ page }) => {
    const found = await readList(page, 'index/search?q=System%20Pulse')
    await page.goto(`/home/page/detail/${found.items[0]?.id}`)
    const strip = page.getByRole('region', { name: 'Try it' })
    await expect(strip.locator('[aria-hidden] > b', { hasText: '23%' })).toBeVisible()
    await expect(strip.getByRole('radio', { name: 'Shows system.cpu' })).toBeAttached()
  },
)

test('the ground follows the theme until one is chosen', { tag: '@long' }, async ({ page }) => {
  await page.goto(await profileWithPages(page))
  const desk = page.locator('.strip-stage').first()
  const ground = () => desk.evaluate((one) => getComputedStyle(one).backgroundColor)
  const dark = await ground()
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  const light = await ground()
  expect(light).not.toBe(dark)
  await expect(page.getByRole('radio', { name: 'Auto' })).toBeChecked()
  const tools = page.getByRole('group', { name: 'Background' })
  await tools.getByText('Dark', { exact: true }).click()
  expect(await ground()).toBe(dark)
  await tools.getByText('Light', { exact: true }).click()
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  expect(await ground()).toBe(light)
})
