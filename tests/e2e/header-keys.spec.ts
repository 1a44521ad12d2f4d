import { expect, test } from 'playwright/test'
import { readList } from './lists.ts'

test('the language menu closes on Escape, on a click outside, and when the focus leaves it', async ({
  page,
}) => {
  await page.goto('/home/faq')
  const button = page.getByRole('banner').locator('summary[aria-label="Language"]')
  const entry = page.getByRole('banner').getByRole('link', { name: 'Deutsch' })
  await expect(async () => {
    await page.reload()
    await button.click()
    await entry.focus()
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden({ timeout: 1000 })
  }).toPass()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(entry).toBeHidden()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(entry).toBeVisible()
  const count = await page.getByRole('banner').locator('details').first().getByRole('link').count()
  for (let stop = 0; stop <= count; stop += 1) await page.keyboard.press('Tab')
  await expect(entry).toBeHidden()
  await expect(page.locator('details :focus')).toHaveCount(0)
})

test(
  'the shortcut / does not fire from controls, with modifiers or in dialogs, and can be switched off',
  { tag: '@long' },
  async ({ page }) => {
    const { items } = await readList(page, 'index/search?q=Barometer')
    await page.goto(`/home/iconpack/detail/${items[0]?.id}`)
    const box = page.getByRole('banner').locator('input[type=search]')
    const setting = page.getByRole('contentinfo').getByLabel('Press / to search')
    await expect(setting).toBeChecked()
    // Before hydration nothing listens.
    await expect(async () => {
      await page.locator('main').focus()
      await page.keyboard.press('/')
      await expect(box).toBeFocused({ timeout: 500 })
    }).toPass()
    for (const control of [
      page.getByRole('link', { name: /^Install into/ }),
      page.getByRole('button', { name: 'Copy the SHA-256' }),
      page.locator('summary').last(),
      page.getByRole('radio').first(),
    ]) {
      await control.focus()
      await page.keyboard.press('/')
      await expect(control).toBeFocused()
    }
    const picture = page.getByRole('region', { name: 'Gallery' }).getByRole('link').first()
    await picture.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog').getByRole('group')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(picture).toBeFocused()
    await page.locator('main').focus()
    await page.keyboard.press('Control+/')
    await expect(box).not.toBeFocused()
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('aria-keyshortcuts', '/')

    await setting.uncheck()
    await page.reload()
    await expect(setting).not.toBeChecked()
    await page.locator('main').focus()
    await page.keyboard.press('/')
    await expect(page.locator('main')).toBeFocused()
    await expect(box).not.toHaveAttribute('aria-keyshortcuts')
  },
)
