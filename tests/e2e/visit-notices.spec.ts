// @module-tag long
import { expect, test } from 'playwright/test'
import { useScripts } from './intent.ts'
import { readList } from './lists.ts'

test('the last visited kind is remembered and offered again', async ({ page }) => {
  await page.goto('/home/profile')
  // Idle time, which the scripts of the page otherwise wait for, may never come on a busy machine.
  await useScripts(page)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('sideBarProjectType')))
    .toBe('profile')
  await page.goto('/home/index')
  await useScripts(page)
  await expect(page.getByRole('link', { name: 'Profiles (last viewed)' })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('sideBarProjectType', '<b>'))
  await page.reload()
  await useScripts(page)
  await expect(page.getByText('(last viewed)')).toHaveCount(0)
})

test('the offline message shows while the connection is lost', async ({ page, context }) => {
  await page.goto('/home/iconpack')
  const word = page.getByRole('status').filter({ hasText: 'You’re offline.' })
  await useScripts(page)
  await context.setOffline(true)
  await expect(word).toBeVisible()
  await context.setOffline(false)
  await expect(word).toHaveCount(0)
})

test('no loading bar shows while a picture is opened and closed', async ({ page }) => {
  const { items } = await readList(page, 'icon/list?limit=1')
  await page.goto(`/home/iconpack/detail/${items[0]?.id}`)
  await page.evaluate(() => {
    Object.assign(window, { bars: 0 })
    const count = () => Number(Reflect.get(window, 'bars'))
    new MutationObserver(() => {
      if (document.querySelector('.loading-bar')) Object.assign(window, { bars: count() + 1 })
    }).observe(document.body, { childList: true, subtree: true })
  })
  const picture = page.getByRole('region', { name: 'Gallery' }).getByRole('link').first()
  // Before the scripts run, and after.
  for (let time = 0; time < 2; time += 1) {
    await picture.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  expect(await page.evaluate((): unknown => Reflect.get(window, 'bars'))).toBe(0)
})
