import { expect } from 'playwright/test'
import { focusState } from './eye.ts'
import { test } from './people.ts'

test(
  'a visitor whose system prefers light is offered the light theme once, without losing the place',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/home/iconpack')
    const offer = page.getByRole('group', { name: 'Your device uses a light theme' })
    await expect(offer).toBeVisible()
    // It stands over the page: nothing moves by it.
    await page.evaluate(() => document.fonts.ready)
    const [withOffer, without] = await offer.evaluate((one) => {
      const topOfCard = () => document.querySelector('article')?.getBoundingClientRect().top
      const before = topOfCard()
      one.style.setProperty('display', 'none')
      const after = topOfCard()
      one.style.removeProperty('display')
      return [before, after]
    })
    expect(withOffer).toBeGreaterThan(0)
    expect(without).toBe(withOffer)
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('[data-announcer]')).toContainText('Your device uses')
    // By keyboard: after the corner of the header; the focus goes back to the switch that does the same.
    const themeSwitch = page.getByRole('button', { name: 'Switch between dark and light' })
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(offer).toHaveCount(0)
    await expect(themeSwitch).toBeFocused()
    await page.evaluate(() => localStorage.removeItem('theme'))
    await page.reload()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('banner').getByRole('link', { name: 'Plugins' }).click()
    await expect(page).toHaveURL('/home/plugin')
    await expect(offer).toHaveCount(0)
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(offer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offer).toHaveCount(0)
    await expect(html).toHaveAttribute('data-theme', 'dark')
    // A choice of dark is no reason to ask.
    await page.evaluate(() => {
      localStorage.clear()
      localStorage.setItem('theme', 'dark')
    })
    await page.reload()
    await page.getByRole('banner').getByRole('link', { name: 'Profiles' }).click()
    await expect(page).toHaveURL('/home/profile')
    await expect(offer).toHaveCount(0)
  },
)

test(
  'the offer of the light theme covers neither the search box and its suggestions nor what has the focus',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/home/index')
    const offer = page.getByRole('group', { name: 'Your device uses a light theme' })
    await expect(offer).toBeVisible()
    const foot = await offer.boundingBox()
    for (const used of ['.header-tabs', 'main .search-box']) {
      const place = await page.locator(used).boundingBox()
      expect((place?.y ?? 0) + (place?.height ?? Infinity), used).toBeLessThan(foot?.y ?? 0)
    }
    for (let stop = 1; stop <= 30; stop += 1) {
      await page.keyboard.press('Tab')
      expect(await focusState(page), `stop ${stop}`).toBe('seen')
    }
    // A window in which the list is longer than the room above the offer.
    await page.setViewportSize({ width: 390, height: 500 })
    await page.getByRole('main').locator('input[type=search]').fill('icon')
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    const covered = await options.evaluateAll((all) =>
      all.filter((one) => {
        const { left, top, height } = one.getBoundingClientRect()
        const middle = top + height / 2
        return middle < innerHeight && !one.contains(document.elementFromPoint(left + 40, middle))
      }),
    )
    expect(covered).toEqual([])
    // The end of the page can be reached. Escape would close the offer.
    await page.getByRole('main').locator('input[type=search]').blur()
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const end = await page.getByRole('contentinfo').getByRole('link').last().boundingBox()
    expect((end?.y ?? Infinity) + (end?.height ?? 0)).toBeLessThan(
      (await offer.boundingBox())?.y ?? 0,
    )
  },
)
