import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from 'playwright/test'
import { PSEUDO_COOKIE } from '#lib/i18n/pseudo.ts'
import { cutOff } from '#tests/e2e/eye.ts'
import { register } from '#tests/e2e/people.ts'
import { figure } from '#tests/support/figure.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { publicScreens, userScreens } from './screens.ts'

/** Pixels by which a page scrolls sideways; one from right to left does so to the left. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ left: -500, behavior: 'instant' })
    return Math.abs(scrollX) + Math.max(0, document.documentElement.scrollWidth - innerWidth)
  })

/** Texts that are aligned to the left (the side of their parent, `match-parent`, is the right one), and parts of the page that are not mirrored. */
const onTheWrongSide = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (one: Element) => one.checkVisibility() && one.getBoundingClientRect().width > 1
    const aligned = [...document.querySelectorAll('body *')].filter(
      (one) =>
        isSeen(one) &&
        !one.closest('[dir=ltr], :where(code, pre, samp, .icon-tiles, nextjs-portal)') &&
        getComputedStyle(one).textAlign === 'left' &&
        one.textContent?.trim() !== '',
    )
    const logo = document.querySelector('header a')?.getBoundingClientRect()
    return [
      ...aligned.map((one) => one.outerHTML.slice(0, 100)),
      ...((logo?.left ?? 0) > innerWidth / 2 ? [] : ['the logo']),
    ]
  })

test('every page is readable from right to left: the pseudo-locale of development', async ({
  browser,
}) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'right-to-left-'))
  // Pages of the production site do not depend on a cookie.
  const web = await startLoopback({
    dataDir,
    dev: true,
    variables: {
      BACKEND_URL: process.env['E2E_BACKEND_URL'],
      TRUSTED_PROXIES: '127.0.0.1, ::1',
      RATE_FACTOR: '1000000',
    },
  })
  const page = await browser.newPage({ baseURL: web.url })
  try {
    await page.context().addCookies([{ name: PSEUDO_COOKIE, value: '1', url: web.url }])
    const open = await publicScreens(page)
    let seen = 0
    const look = async (screen: string) => {
      await page.goto(screen)
      await expect(page.locator('html'), screen).toHaveAttribute('dir', 'rtl')
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await sideways(page), `${screen} at ${width} px`).toBe(0)
        expect.soft(await cutOff(page), `${screen} at ${width} px`).toEqual([])
        expect.soft(await onTheWrongSide(page), `${screen} at ${width} px`).toEqual([])
      }
      seen += 1
    }
    for (const screen of open) await look(screen)
    const { username } = await register(page)
    for (const screen of userScreens(username)) await look(screen)
    figure('pages looked at from right to left, in the pseudo-locale at two widths', seen)
  } finally {
    await page.close()
    await web.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
