import { expect, type Page, test } from 'playwright/test'
import { axeFaults, expectNoAxeFaults } from './axe.ts'
import { expectHydrated, markHydration, useScripts } from './intent.ts'
import { readList } from './lists.ts'

/** Address of a profile with two pages: “Cut”, whose last key opens the other one, and “Grade”. */
async function profile(page: Page) {
  const found = await readList(page, 'index/search?q=Night-shift')
  return `/home/profile/detail/${found.items[0]?.id}`
}
const tryOut = (page: Page) => page.getByRole('region', { name: 'Try it' })
const strip = (page: Page, name = 'Cut') =>
  tryOut(page).getByRole('group', { name: `Page: ${name}` })
const key = (page: Page, name: string | RegExp) => strip(page).getByRole('radio', { name })
const tab = (page: Page, name: string) => tryOut(page).locator('.strip-tab', { hasText: name })
const said = (page: Page) => tryOut(page).getByRole('status')
const fragment = (page: Page) => new URL(page.url()).hash
const isIsland = (url: string) => /\/_next\/static\/strip-[0-9a-f]{16}\.js$/.test(url)

/** What the window shows: texts of keys, of which one is seen. */
const shown = (page: Page) =>
  tryOut(page)
    .locator('small')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).opacity === '1').map((one) => one.textContent),
    )

test('nothing is loaded for a strip before a visitor comes near it', async ({ page }) => {
  const islands: string[] = []
  page.on('request', (request) => {
    if (isIsland(request.url())) islands.push(request.url())
  })
  await page.goto(await profile(page))
  await useScripts(page)
  expect(islands).toEqual([])
  const loaded = page.waitForResponse((response) => isIsland(response.url()))
  await strip(page).hover()
  expect((await (await loaded).body()).length).toBeLessThan(4096)
})

test('a key that is pressed by pointer lights, tells what it does, and is in the address', async ({
  page,
}) => {
  await page.goto(await profile(page))
  const height = () =>
    tryOut(page).evaluate((section) => Math.round(section.getBoundingClientRect().height))
  const before = await height()
  const hint = tryOut(page).getByText('Press a key to see what it does.').first()
  await expect(hint).toBeVisible()
  await strip(page).getByRole('listitem').nth(1).click()
  await expect(key(page, 'Blade Presses Ctrl + B')).toBeChecked()
  await expect(said(page)).toHaveText('Blade Presses Ctrl + B')
  await expect(hint).toBeHidden()
  await page.mouse.move(0, 0)
  await expect.poll(() => shown(page)).toEqual(['Blade Presses Ctrl + B'])
  await expect(tryOut(page).locator('kbd', { hasText: 'Ctrl' }).nth(1)).toBeVisible()
  expect(fragment(page)).toBe('#try=1.2')
  // The place of the window is kept.
  expect(await height()).toBe(before)
})

test('by keyboard the strip is one Tab stop, arrows move, Space and Enter press', async ({
  page,
}) => {
  await page.goto(await profile(page))
  // The focus loads the island.
  await expect(async () => {
    await key(page, 'Undo').focus()
    await page.keyboard.press('End')
    await expect(key(page, 'Grade Opens')).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(key(page, 'Undo')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(key(page, 'Blade')).toBeFocused()
  // The focus shows what a key would do; nothing is pressed.
  await expect.poll(() => shown(page)).toEqual(['Blade Presses Ctrl + B'])
  await expect(strip(page).getByRole('radio', { checked: true })).toHaveCount(0)
  expect(fragment(page)).toBe('')

  await page.keyboard.press('Enter')
  await expect(key(page, 'Blade')).toBeChecked()
  expect(fragment(page)).toBe('#try=1.2')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(key(page, 'Undo')).toBeChecked()
  await expect(said(page)).toHaveText('Undo Presses Ctrl + Z')

  await page.keyboard.press('Tab')
  await expect(strip(page).getByRole('radio').and(page.locator(':focus'))).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(key(page, 'Undo')).toBeFocused()
})

for (const hydrated of [false, true]) {
  test(
    `a key opens its page, and Back returns to the key, ${hydrated ? 'after' : 'before'} the framework runs`,
    { tag: hydrated ? [] : '@long' },
    async ({ page }) => {
      if (hydrated) await markHydration(page)
      else await page.route('**/_flight/**', (route) => route.abort())
      await page.goto(await profile(page))
      if (hydrated) {
        await useScripts(page)
        await expectHydrated(page)
      }
      const loaded = page.waitForResponse((response) => isIsland(response.url()))
      await strip(page).hover()
      await (await loaded).finished()
      await strip(page).getByRole('listitem').last().click()
      await expect(strip(page, 'Grade')).toBeVisible()
      await expect(strip(page)).toBeHidden()
      await expect(said(page)).toHaveText('Grade Opens the page Grade')
      await expect(tryOut(page).getByRole('radio', { name: 'Page: Grade' })).toBeChecked()
      await expect(strip(page, 'Grade').getByRole('radio').first()).toBeFocused()
      expect(fragment(page)).toBe('#try=2')

      await page.goBack()
      await expect(strip(page)).toBeVisible()
      await expect(key(page, 'Grade Opens')).toBeChecked()
      expect(fragment(page)).toBe('#try=1.12')
      await page.goForward()
      await expect(strip(page, 'Grade')).toBeVisible()
      await page.reload()
      await expect(strip(page, 'Grade')).toBeVisible()
    },
  )
}

test(
  'a shared address shows its page and key, without a press of the visitor',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${await profile(page)}#try=2.6`)
    const sixth = strip(page, 'Grade').getByRole('radio').nth(5)
    await expect(sixth).toBeChecked()
    await expect(strip(page, 'Grade').getByRole('listitem').nth(5)).toBeInViewport()
    expect(await shown(page)).toHaveLength(1)
    expect(fragment(page)).toBe('#try=2.6')
  },
)

for (const unknown of ['#try=9.1', '#try=1.60', '#try=x', '#strip']) {
  test(
    `an address that names nothing shows the beginning: ${unknown}`,
    { tag: '@long' },
    async ({ page }) => {
      const errors: Error[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.goto((await profile(page)) + unknown)
      await strip(page).hover()
      await strip(page).getByRole('listitem').nth(1).click()
      await expect.poll(() => fragment(page)).toBe('#try=1.2')
      await expect(strip(page)).toBeVisible()
      expect(errors).toEqual([])
    },
  )
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a shared address leads to the strip, a reload stays where the visitor was', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 500 })
    await page.goto(`${await profile(page)}#try=2`)
    await expect(strip(page, 'Grade')).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.reload()
    await expect(tab(page, 'Grade').getByRole('radio')).toBeChecked()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test(
    'keys and tabs are large enough, the strip scrolls, and a tap presses',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(await profile(page))
      const undo = strip(page).getByRole('listitem').first()
      expect((await undo.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      const cut = tab(page, 'Cut')
      expect((await cut.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await undo.tap()
      await expect(said(page)).toHaveText('Undo Presses Ctrl + Z')
      expect(fragment(page)).toBe('#try=1.1')
      const last = strip(page).getByRole('listitem').last()
      await expect(last).not.toBeInViewport()
      await last.tap()
      await expect(strip(page, 'Grade')).toBeVisible()
      await cut.tap()
      await expect(strip(page)).toBeVisible()
      expect(fragment(page)).toMatch(/^#try=1(?:\.12)?$/)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await axeFaults(page)).toEqual([])
    },
  )
})

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(
    `the strip ${reducedMotion === 'reduce' ? 'stands still' : 'slides to its page'} with reduced motion: ${reducedMotion}`,
    { tag: '@long' },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion })
      await page.goto(`${await profile(page)}#try=1.1`)
      await expect(said(page)).toBeAttached()
      await strip(page).hover()
      await tab(page, 'Grade').click()
      await expect(tryOut(page)).toHaveAttribute('data-slide', 'next')
      const first = strip(page, 'Grade').getByRole('listitem').first()
      const style = () =>
        first.evaluate((one) => {
          const { animationName, animationDuration } = getComputedStyle(one)
          return [animationName, Number.parseFloat(animationDuration) > 0.01]
        })
      expect(await style()).toEqual(['strip-slide', reducedMotion !== 'reduce'])
    },
  )
}

test(
  'the parts of a strip that is tried have no faults of accessibility',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${await profile(page)}#try=1.2`)
    await expect(key(page, 'Blade')).toBeChecked()
    await expectNoAxeFaults(page, 'a pressed key')
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every page can be chosen, and every key has words', async ({ page }) => {
    await page.goto(await profile(page))
    for (const name of ['Cut', 'Grade']) {
      await tab(page, name).click()
      const radios = strip(page, name).getByRole('radio')
      const words = await strip(page, name).locator('small').allTextContents()
      expect(words).toHaveLength(await radios.count())
      for (const text of words) expect(text).toMatch(/Presses|Opens/)
    }
    await strip(page, 'Grade').getByRole('listitem').first().click()
    await page.mouse.move(0, 0)
    expect(await shown(page)).toHaveLength(1)
  })
})
