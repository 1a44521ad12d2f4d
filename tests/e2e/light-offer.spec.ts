import { expect, type Page } from 'playwright/test'
import { paths } from '#lib/paths.ts'
import { focusState } from './eye.ts'
import { layoutFaults } from './layout.ts'
import { readList } from './lists.ts'
import { test } from './people.ts'

const offerOf = (page: Page) => page.getByRole('group', { name: 'Your device uses a light theme' })

/** Controls whose middle the offer covers, at the top of the page and every half window below. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      for (const one of document.querySelectorAll('a[href], button, input, select, summary')) {
        if (one.closest('.light-offer') || !one.checkVisibility({ visibilityProperty: true }))
          continue
        const { left, width, y, height } = one.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, y + height / 2)
        if (hit?.closest('.light-offer')) found.add(`${top} px: ${one.outerHTML.slice(0, 90)}`)
      }
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return [...found]
  })

test('a first visit with a light system can install and search at every width: the offer of the light theme covers no control', async ({
  page,
}) => {
  const [pack] = (await readList(page, 'icon/list?limit=1&sort=popular')).items
  if (!pack) throw new Error('the catalogue has no pack')
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [path, used, sizes] of [
    [
      paths.detail(pack),
      '[data-install]',
      [
        [390, 844],
        [768, 1024],
        [1366, 768],
      ],
    ],
    [
      paths.home,
      'main .search-box',
      [
        [320, 480],
        [1366, 768],
      ],
    ],
  ] as const) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      const where = `${path}, ${width} × ${height}`
      await expect(offerOf(page), where).toBeVisible()
      expect(await covered(page), where).toEqual([])
      expect(await layoutFaults(page), where).toEqual([])
      // What is used first is not below the foot of the window either.
      await expect(page.locator(used).first(), where).toBeInViewport({ ratio: 1 })
    }
    // It is offered once.
    await page.evaluate(() => localStorage.clear())
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
    // By keyboard: after the corner of the header; the focus goes on to the content.
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
      await expect(page.getByRole('main')).toBeFocused()
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
