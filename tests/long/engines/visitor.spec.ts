import { versionedName } from '#lib/contract/version/versioned-name.ts'
import { expect, type Page, test } from 'playwright/test'
import { useScripts } from '#tests/e2e/intent.ts'
import { readList } from '#tests/e2e/lists.ts'
import { refuseStorage, watchFaults } from './faults.ts'

/*
 * What a visitor does, in Chromium and in the Firefox of the distribution (docs/long-tests.md#engines). Each walk fails on an
 * exception in a script.
 */

const kinds = (page: Page) => page.getByRole('navigation', { name: 'Kinds' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const sorting = (page: Page) =>
  page.getByRole('form', { name: 'Filter and sort' }).getByLabel('Sort by')
/** Icon packs on the first two parts of a list. */
const twoParts = async (page: Page) => (await readList(page, 'icon/list?limit=48')).items.length
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('a visitor searches, sorts and continues a list, and finds it again by Back, Forward and reload', async ({
  page,
}) => {
  const faults = watchFaults(page)
  await page.goto('/')
  await expect(page).toHaveURL(/\/home\/index$/)
  const box = page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /Search/ }))
    .first()
  await box.fill('cloud')
  await expect(page.getByRole('option').first()).toBeVisible()
  await box.press('Enter')
  await expect(page).toHaveURL(/\/home\/search\?q=cloud/)
  await page.goBack()
  await expect(page).toHaveURL(/\/home\/index$/)
  await page.goForward()
  await expect(page).toHaveURL(/\/home\/search\?q=cloud/)
  await expect(page.getByRole('article').first()).toBeVisible()

  const all = await twoParts(page)
  await page.goto('/home/iconpack')
  await sorting(page).selectOption('name')
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(all)
  const last = page.getByRole('article').nth(40)
  await last.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  // By key: Playwright may scroll to what it clicks.
  await last.getByRole('link').focus()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(500)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/detail\//)
  const title = await heading(page).textContent()
  await page.goBack()
  await expect(page).toHaveURL(/sort=name&limit=48/)
  await expect(page.getByRole('article')).toHaveCount(all)
  await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThan(3)
  await page.goForward()
  await expect(heading(page)).toHaveText(title ?? '')
  await page.goBack()
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(all)
  await expect(sorting(page)).toHaveValue('name')
  // As it was left, from anywhere.
  await kinds(page).getByRole('link', { name: 'Plugins' }).click()
  await expect(page).toHaveURL(/\/home\/plugin$/)
  await kinds(page).getByRole('link', { name: 'Icon packs' }).click()
  await expect(page).toHaveURL(/sort=name&limit=48/)
  expect(faults).toEqual([])
})

test('a visitor looks at a pack: pictures, icons, theme, language, file', async ({ page }) => {
  const faults = watchFaults(page)
  const [pack] = (await readList(page, 'icon/list?limit=1')).items
  await page.goto(`/home/iconpack/detail/${pack?.id}`)
  await useScripts(page)
  await page.locator('[data-picture]').first().click()
  const box = page.getByRole('dialog')
  await expect(box).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(box).toBeHidden()

  const filter = page.getByRole('searchbox', { name: 'Filter by name' })
  const icons = page.locator('.icon-tiles > li').filter({ visible: true })
  const all = await icons.count()
  await filter.fill('sun')
  await expect.poll(() => icons.count()).toBeLessThan(all)
  await filter.fill('')
  await expect.poll(() => icons.count()).toBe(all)

  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Switch between dark and light' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(html).toHaveAttribute('data-theme', 'light')

  const downloading = page.waitForEvent('download')
  await page.locator('[data-thumb-bar]').getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe(
    versionedName(pack?.file?.name ?? '', pack?.version),
  )

  await page.getByRole('banner').locator('summary').first().click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`/de/home/iconpack/detail/${pack?.id}`)
  await expect(html).toHaveAttribute('lang', 'de')
  expect(faults).toEqual([])
})

test('a visitor tries a strip with the keyboard', async ({ page }) => {
  const faults = watchFaults(page)
  const [profile] = (await readList(page, 'profile/list?limit=1&sort=popular')).items
  await page.goto(`/home/profile/detail/${profile?.id}`)
  await useScripts(page)
  const keys = page.locator('.strip-device input[type=radio]')
  await keys.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(keys.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(keys.nth(1)).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(keys.first()).toBeChecked()
  expect(faults).toEqual([])
})

test('without a connection a list stays and goes on afterwards', async ({ page, context }) => {
  const faults = watchFaults(page)
  await page.goto('/home/iconpack?sort=name')
  await useScripts(page)
  await context.setOffline(true)
  const word = page.getByRole('status').filter({ hasText: 'You’re offline.' })
  await expect(word).toBeVisible()
  const more = page.getByRole('link', { name: 'Show more' })
  await more.click()
  await expect(more).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(page.getByRole('article')).toHaveCount(await twoParts(page))
  await expect(word).toHaveCount(0)
  expect(faults).toEqual([])
})

test('a visitor whose browser refuses storage searches, sorts, changes the theme and reads', async ({
  page,
}) => {
  await refuseStorage(page)
  const faults = watchFaults(page)
  await page.goto('/home/iconpack')
  await sorting(page).selectOption('name')
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('button', { name: 'Switch between dark and light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/detail\//)
  await useScripts(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goBack()
  await expect(page).toHaveURL(/sort=name/)
  expect(faults).toEqual([])
})
