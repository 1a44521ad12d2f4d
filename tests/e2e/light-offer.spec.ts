import { expect, type Page } from 'playwright/test'
import { pages } from '#lib/paths.ts'
import { focusState } from './eye.ts'
import { layoutFaults } from './layout.ts'
import { readList } from './lists.ts'
import { test } from './people.ts'

const offerOf = (page: Page) => page.getByRole('group', { name: 'Your device uses a light theme' })

/** The controls in view whose middle something else covers. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (width <= 1 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return []
        return document.elementFromPoint(x, y)?.closest('.light-offer') &&
          !one.closest('.light-offer')
          ? [one.outerHTML.slice(0, 90)]
          : []
      }),
  )

test('a first visit with a light system can install and search at every width: the offer of the light theme covers no control', async ({
  page,
}) => {
  const [pack] = (await readList(page, 'icon/list?limit=1&sort=popular')).items
  if (!pack) throw new Error('the catalogue has no pack')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(pages.detail(pack), { waitUntil: 'domcontentloaded' })
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [768, 1024],
    [1280, 720],
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const where = `${width} × ${height}`
    await expect(offerOf(page), where).toBeVisible()
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    expect(await covered(page), where).toEqual([])
    expect(await layoutFaults(page), where).toEqual([])
    // Not below the foot of the window either.
    await expect(page.locator('[data-install]').first(), where).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => scrollTo({ top: 400, behavior: 'instant' }))
    expect(await covered(page), `${where}, scrolled`).toEqual([])
  }
})

test(
  'a visitor whose system prefers light is offered the light theme once, without losing the place',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    // It is there with the first paint: nothing moves by it.
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const moved = list
          .getEntries()
          .reduce((sum, one) => sum + Number(Reflect.get(one, 'value')), 0)
        document.documentElement.dataset['moved'] = String(moved)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/home/iconpack')
    const offer = offerOf(page)
    await expect(offer).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect(
      Number(await page.evaluate(() => document.documentElement.dataset['moved'] ?? '0')),
    ).toBeLessThan(0.005)
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    // By keyboard: after the corner of the header; the focus goes back to the switch that does the same.
    const themeSwitch = page.getByRole('button', { name: 'Switch between dark and light' })
    for (const [stops, theme] of [
      [1, 'light'],
      [2, 'dark'],
    ] as const) {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect(offer).toBeVisible()
      await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).focus()
      for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press('Tab')
      expect(await focusState(page)).toBe('seen')
      await page.keyboard.press('Enter')
      await expect(html).toHaveAttribute('data-theme', theme)
      await expect(offer).toBeHidden()
      await expect(themeSwitch).toBeFocused()
    }
    // Once: it does not come again, whatever was answered.
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(offer).toBeHidden()
    await page.getByRole('banner').getByRole('link', { name: 'Plugins' }).click()
    await expect(page).toHaveURL('/home/plugin')
    await expect(offer).toBeHidden()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(offer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offer).toBeHidden()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    // A choice of dark is no reason to ask.
    await page.evaluate(() => {
      localStorage.clear()
      localStorage.setItem('theme', 'dark')
    })
    await page.reload()
    await page.getByRole('banner').getByRole('link', { name: 'Profiles' }).click()
    await expect(page).toHaveURL('/home/profile')
    await expect(offer).toBeHidden()
  },
)
