import { expect, type Page, test as base } from 'playwright/test'
import { RUN_SCRIPTS, TAKE_EVENTS } from '#lib/browser/page-events.ts'
import { isWhole } from '#tests/support/whole.ts'

/** Runs the scripts of a page that wait for a visitor, and waits until they handle events. */
export async function useScripts(page: Page): Promise<void> {
  await page.evaluate(
    (run) =>
      new Promise<void>((resolve) => {
        // As long as events are held for the scripts, this one does not come back.
        const arrives = () => {
          let isHeard = false
          addEventListener('change', () => (isHeard = true), { once: true })
          document.body.dispatchEvent(new Event('change', { bubbles: true }))
          return isHeard
        }
        // React marks its elements when it hydrates.
        const isHydrated = () => Object.keys(document.body).some((key) => key.startsWith('__react'))
        const look = () => {
          // Idle time may not come on a busy machine.
          if (isHydrated() && arrives()) requestIdleCallback(() => resolve(), { timeout: 1000 })
          else {
            // Again each time: the page gives up a load that failed until the next intent.
            dispatchEvent(new Event(run))
            setTimeout(look, 20)
          }
        }
        look()
      }),
    RUN_SCRIPTS,
  )
}

/** Marks documents when held events have been delivered. Called before a page is opened. */
export async function markHydration(page: Page): Promise<void> {
  await page.addInitScript((event) => {
    addEventListener(event, () => {
      setTimeout(() => document.documentElement.setAttribute('data-hydrated', ''))
    })
  }, TAKE_EVENTS)
}

/** Waits until the scripts of a page handle events; `markHydration` was called before. */
export async function expectHydrated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '', { timeout: 30_000 })
}

export const FLIGHT = '**/_flight/**'

/** Holds back the data of a page's scripts, so that everything before `release` is before hydration. */
export async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(FLIGHT, async (route) => {
    await released
    await route.continue()
  })
  return {
    async release() {
      await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
      release()
      await expectHydrated(page)
    },
  }
}

/** In `npm run test:long` on a processor of a quarter of the speed, for which Chromium makes this one busy. */
export const test = base.extend({
  page: async ({ page, context }, use) => {
    await markHydration(page)
    if (isWhole) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    }
    base.setTimeout(120_000)
    await use(page)
  },
})

/** In any language. */
export const themeButton = (page: Page) => page.getByRole('banner').locator('button:has(.in-dark)')
/** The header's, or that of home, which has its own. */
export const searchBox = (page: Page) => page.locator('input[type=search]').first()
