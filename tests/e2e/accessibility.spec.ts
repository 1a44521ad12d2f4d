import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'playwright/test'
import { readList } from './lists.ts'
import { accountMenu, register, test } from './people.ts'

const SCREENS = [
  '/home/index',
  '/home/iconpack',
  '/fr/home/page?sort=name',
  '/home/plugin?author=nobody',
  '/ja/home/faq',
  '/home/search?q=icon',
  '/zh-cn/home/search?q=cloud&kind=icon&view=icons',
  '/home/search?q=barometerology',
  '/home/search?q=Barometer&kind=plugin',
  '/login',
  '/de/nothing',
]
/** Narrow whatever the window: two widths tell. */
const NARROW = [
  '/login?by=code&ended=1',
  '/fr/register?redirect=%2Ffr%2Fhome%2Fuser',
  '/ja/resetpwd',
  '/de/github-callback?outcome=forged',
]

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing on any screen (${theme})`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const details = await Promise.all(
      (['icon', 'plugin', 'profile', 'flexpage'] as const).map(async (kind) => {
        const { items } = await readList(page, `${kind}/list?limit=1`)
        return (
          { icon: 'iconpack', plugin: 'plugin', profile: 'profile', flexpage: 'page' }[kind] +
          `/detail/${items[0]?.id}`
        )
      }),
    )
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const narrow = width === 768 ? [] : NARROW
      for (const screen of [...SCREENS, ...narrow, ...details.map((path) => `/home/${path}`)]) {
        await page.goto(screen)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
          `${screen} at ${width}`,
        ).toEqual([])
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(overflow, `${screen} at ${width} scrolls sideways`).toBeLessThanOrEqual(0)
      }
    }
  })
}

test('nothing scrolls sideways at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const screen of [...SCREENS, ...NARROW]) {
    await page.goto(screen)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, screen).toBeLessThanOrEqual(0)
  }
})

for (const theme of ['dark', 'light']) {
  test(`axe finds nothing on the pages of whoever is signed in (${theme})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
    const { username } = await register(page)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/home/user/account/${username}`)
      await accountMenu(page).locator('summary').click()
      await expect(accountMenu(page)).toContainText(username)
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.keyboard.press('Escape')
      await expect(accountMenu(page).locator('summary')).toBeFocused()
      await page.getByLabel('New password').fill('x')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      await page.getByRole('button', { name: 'Delete account' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })
}
