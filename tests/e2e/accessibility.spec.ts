import { expect } from 'playwright/test'
import { expectNoAxeFaults } from './axe.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { readList } from './lists.ts'
import { isWhole } from '#tests/support/whole.ts'
import { accountMenu, register, test } from './people.ts'

/** One page of each kind. */
const SCREENS = [
  '/home/index',
  '/home/iconpack',
  '/ja/home/faq',
  paths.publish,
  localePath('ja', paths.automation()),
  paths.developers(),
  '/de/home/about/imprint',
  '/home/author/Hollis-Rook',
  '/zh-cn/home/search?q=cloud&kind=icon&view=icons',
  '/de/nothing',
]
/** Other contents and languages of these kinds. */
const MORE = [
  '/fr/home/page?sort=name',
  '/home/plugin?author=unknown',
  ...LOCALES.filter((locale) => locale !== 'ja').map((locale) =>
    localePath(locale, paths.automation()),
  ),
  '/home/search?q=barometerology',
  '/home/search?q=icon',
  '/home/search?q=Barometer&kind=plugin',
  '/login',
]
const DETAILS = { icon: 'iconpack', plugin: 'plugin', profile: 'profile', flexpage: 'page' }
/** Layouts that are narrow at every window width: two widths suffice. */
const NARROW = [
  '/login?by=code&ended=1',
  '/fr/register?redirect=%2Ffr%2Fhome%2Fuser',
  ...(isWhole ? ['/ja/resetpwd', '/de/github-callback?outcome=forged'] : []),
]

for (const screen of [...SCREENS, ...(isWhole ? MORE : []), ...NARROW]) {
  test(`axe reports no violations on ${screen}, in both themes at two widths`, async ({ page }) => {
    await page.goto(screen)
    await expectNoAxeFaults(page, screen)
  })
}

for (const [kind, path] of Object.entries(DETAILS)) {
  test(
    `axe reports no violations on a detail page (${kind}), in both themes at two widths`,
    { tag: kind === 'icon' || kind === 'profile' ? [] : '@long' },
    async ({ page }) => {
      const { items } = await readList(page, `${kind}/list?limit=1`)
      await page.goto(`/home/${path}/detail/${items[0]?.id}`)
      await expectNoAxeFaults(page, kind)
    },
  )
}

test('axe reports no violations on the pages of a signed-in account', async ({ page }) => {
  const { username } = await register(page)
  await page.goto(`/home/user/account/${username}`)
  await accountMenu(page).locator('summary').click()
  await expect(accountMenu(page)).toContainText(username)
  await expectNoAxeFaults(page, 'the menu')
  await page.keyboard.press('Escape')
  await expect(accountMenu(page).locator('summary')).toBeFocused()
  await page.getByLabel('New password').fill('x')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expectNoAxeFaults(page, 'a form with faults')
  await page.getByText('Delete account…').click()
  await expect(page.getByRole('button', { name: 'Delete permanently' })).toBeVisible()
  await expectNoAxeFaults(page, 'a question')
})
