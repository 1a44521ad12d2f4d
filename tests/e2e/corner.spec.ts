import { expect } from 'playwright/test'
import { accountMenu, register, test } from './people.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a cached public page has the sign-in link or the account menu; signing out from there is confirmed', async ({
    page,
  }) => {
    await page.goto('/de/home/iconpack')
    const signIn = page.getByRole('link', { name: 'Anmelden' })
    await expect(signIn).toBeVisible()
    await expect(accountMenu(page)).toBeHidden()

    await register(page)
    await page.goto('/de/home/iconpack')
    await expect(signIn).toBeHidden()
    await accountMenu(page).locator('summary').click()
    await expect(page.getByRole('link', { name: 'Konto', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Meine Profile' })).toBeVisible()
    await accountMenu(page).getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL('/de/login?ended=out')
    await expect(page.getByRole('main').getByText('Sie sind abgemeldet')).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')

    await page.goto('/de/home/iconpack')
    await expect(signIn).toBeVisible()
    await expect(accountMenu(page)).toBeHidden()
  })
})

test('with scripts, the style sheet of the header is not requested', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/home/iconpack')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(asked).toContain('/home/iconpack')
  expect(asked).not.toContain('/api/session/corner.css')
})

test('no form of the site has an empty action', async ({ request }) => {
  for (const path of ['/login', '/login?by=code', '/register', '/resetpwd', '/fr/home/iconpack']) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<form')
    expect(html, path).not.toMatch(/\saction=""/)
  }
})
