import { expect, type Page } from 'playwright/test'
import { expectHydrated, FLIGHT, searchBox, test, themeButton } from './intent.ts'

const CHUNKS = '**/_next/static/chunks/*.js'

for (const [what, begin] of [
  ['the Tab key', (page: Page) => page.keyboard.press('Tab')],
  [
    'the focus alone, as screen readers set it',
    (page: Page) => page.locator('main a').first().focus(),
  ],
  ['the wheel', (page: Page) => page.mouse.wheel(0, 10)],
  [
    'a click without a pointer, as speech control makes it',
    (page: Page) => page.locator('summary').first().dispatchEvent('click'),
  ],
] as const) {
  test(`${what} runs the scripts`, async ({ page }) => {
    await page.goto('/home/faq')
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
    await begin(page)
    await expectHydrated(page)
  })
}

for (const hasIdle of [true, false]) {
  test(
    `scripts run after four seconds in which the page is visible, ${hasIdle ? 'in' : 'without notice of'} idle time`,
    { tag: hasIdle ? [] : '@long' },
    async ({ page }) => {
      await page.clock.install()
      await page.addInitScript((isSupported) => {
        if (!isSupported) Reflect.deleteProperty(window, 'requestIdleCallback')
        let state = 'hidden'
        Object.defineProperty(document, 'visibilityState', { get: () => state })
        addEventListener('test-show', () => {
          state = 'visible'
          document.dispatchEvent(new Event('visibilitychange'))
        })
      }, hasIdle)
      const fetched: string[] = []
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
      await page.goto('/home/faq')
      await page.clock.runFor(20_000)
      await expect(page.locator('script[src]')).toHaveCount(0)
      // In advance, without links to preload: browsers complain of those that wait.
      await expect.poll(() => fetched.some((path) => path.startsWith('/_flight/'))).toBe(true)
      await expect.poll(() => fetched.some((path) => path.includes('/chunks/'))).toBe(true)
      await expect(page.locator('link[rel=preload]:is([as=script],[as=fetch])')).toHaveCount(0)
      await page.evaluate(() => dispatchEvent(new Event('test-show')))
      await page.clock.runFor(3_000)
      await expect(page.locator('script[src]')).toHaveCount(0)
      await page.clock.runFor(2_000)
      await expectHydrated(page)
    },
  )
}

test(
  'a page that is rendered in advance waits until it is shown',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true })
    })
    await page.clock.install()
    await page.goto('/home/faq')
    await page.clock.runFor(20_000)
    await expect(page.locator('script[src]')).toHaveCount(0)
    const fetched = page.waitForRequest(FLIGHT)
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')))
    await fetched
    await page.clock.runFor(5_000)
    await expectHydrated(page)
  },
)

for (const [what, part] of [
  ['a script', CHUNKS],
  ['the data', FLIGHT],
] as const) {
  test(
    `where ${what} cannot be loaded, the page stays as it is, and the next sign of intent tries again`,
    { tag: part === FLIGHT ? [] : '@long' },
    async ({ page }) => {
      let failures = 0
      let documents = 0
      page.on('response', (response) => {
        if (response.request().resourceType() === 'document') documents += 1
      })
      await page.route(part, (route) => {
        failures += 1
        return failures === 1 ? route.abort() : route.continue()
      })
      // What is fetched in advance would count as requests.
      await page.addInitScript(() => {
        const original = fetch
        window.fetch = (input, init) =>
          init?.priority === 'low' ? Promise.reject(new Error('not now')) : original(input, init)
      })
      await page.goto('/home/faq')
      await searchBox(page).fill('moon')
      await expect.poll(() => failures).toBeGreaterThan(0)
      await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
      await expect(async () => {
        await themeButton(page).click()
        await expectHydrated(page)
      }).toPass()
      await expect(searchBox(page)).toHaveValue('moon')
      expect(documents).toBe(1)
    },
  )
}

test(
  'where a script never loads, the page works as without scripts',
  { tag: '@long' },
  async ({ page }) => {
    await page.route(FLIGHT, (route) => route.abort())
    await page.goto('/home/faq')
    await expect(async () => {
      await page.mouse.move(Math.random() * 100, 300)
      await expect(page.locator('html')).toHaveAttribute('data-scripts', 'failed', { timeout: 200 })
    }).toPass()
    await themeButton(page).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.getByRole('banner').locator('summary[aria-label="Language"]').click()
    await page.getByRole('banner').getByRole('link', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL(/\/de\/home\/faq$/)
  },
)
