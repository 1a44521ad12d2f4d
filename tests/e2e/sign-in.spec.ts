import { expect } from 'playwright/test'
import { accountMenu, aPerson, codeFor, mailTo, register, test } from './people.ts'

test('a visitor registers with the code from the e-mail, returns to the requested page, and signs out', async ({
  page,
}) => {
  const person = aPerson()
  await page.goto('/home/user/icon/someone?tab=1')
  await expect(page).toHaveURL('/login?redirect=%2Fhome%2Fuser%2Ficon%2Fsomeone%3Ftab%3D1')
  await page.getByRole('link', { name: 'Create one' }).click()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByText(`on its way to ${person.email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Retry in \d+ s$/ })).toBeVisible()
  await page.getByLabel('Verification code').fill(await codeFor(person.email))
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/home/user/icon/someone?tab=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()

  await accountMenu(page).locator('summary').click()
  await expect(accountMenu(page)).toContainText(person.username)
  await expect(accountMenu(page)).toContainText(person.email)
  await page.getByRole('link', { name: 'My plugins' }).click()
  await expect(page).toHaveURL(`/home/user/plugin/${person.username}`)
  await expect(page.getByText("You haven't uploaded any plugins yet.")).toBeVisible()

  await accountMenu(page).locator('summary').click()
  await accountMenu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/home/index')
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['devices'])
})

test(
  'the session cookie is not readable by scripts, and other stored data is not secret',
  { tag: '@once' },
  async ({ page }) => {
    const person = await register(page)
    await page.goto('/home/index')
    await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
    const cookies = await page.context().cookies()
    const byName = cookies.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(byName).toEqual([
      expect.objectContaining({ name: 'devices', httpOnly: true, sameSite: 'Lax', path: '/' }),
      expect.objectContaining({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' }),
      expect.objectContaining({ name: 'signed_in', value: '1', httpOnly: false }),
    ])
    expect(await page.evaluate(() => document.cookie)).toBe('signed_in=1')
    const kept = await page.evaluate(() => localStorage.getItem('authorInfo'))
    expect(JSON.parse(kept ?? '')).toEqual({ uid: expect.any(String), username: person.username })
    await page.evaluate(() => localStorage.setItem('authorInfo', '{broken'))
    await page.reload()
    await accountMenu(page).locator('summary').click()
    await expect(accountMenu(page)).toContainText(person.username)
  },
)

test('signing in accepts user name or e-mail and shows the exact message on failure', async ({
  page,
}) => {
  const person = await register(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill('wrong-password-1')
  await page.keyboard.press('Enter')
  const alert = page.getByText('Login failed. Please try again.')
  await expect(alert).toBeVisible()
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Username or email')).toHaveValue(person.username)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong-password-1')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home/index')
  await expect(page.getByText('Login successful', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto('/login')
  await expect(page, 'a signed-in visitor is redirected').toHaveURL('/home/user')
})

test('signing in also accepts a code from an e-mail', { tag: '@long' }, async ({ page }) => {
  const person = await register(page)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'With a code' }).click()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Get code' }).click()
  // Registering has sent one a moment ago.
  const notice = page.getByRole('main').getByRole('status')
  await expect(notice).toContainText(/You can request the next code in \d+ seconds\./)
  await expect(page.getByText('Login failed')).toHaveCount(0)
  const wait = page.getByRole('button', { name: /^Retry in \d+ s$/ })
  await expect(wait).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Verification code').fill('12')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).last().click()
  await expect(page.getByText('Verification code must be 6 digits')).toBeVisible()
  await expect(page.getByLabel('Verification code')).toBeFocused()
})

test('a forgotten password is reset with the code from the e-mail, which also signs in', async ({
  page,
}) => {
  const person = await register(page)
  await page.context().clearCookies()
  await page.goto('/login?redirect=%2Fhome%2Ffaq')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('button', { name: 'Get code' }).click()
  await expect(page.getByText('is on its way')).toBeVisible()
  const mail = await mailTo(person.email, /to reset your/)
  await page.getByLabel('Verification code').fill(/^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '')
  await page.getByLabel('New password').fill('difference-2')
  await page.getByLabel('Confirm password').fill('difference-3')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page.getByText('Password mismatch')).toBeVisible()
  await page.getByLabel('Confirm password').fill('difference-2')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(page).toHaveURL('/home/faq')
  await expect(accountMenu(page)).toBeVisible()
})

for (const [prefix, heading, failed] of [
  ['', 'Sign in', 'Login failed. Please try again.'],
  ['/fr', 'Se connecter', 'La connexion a échoué. Veuillez réessayer.'],
  ['/zh-cn', '登录', '登录失败，请重试。'],
  ['/ja', 'サインイン', 'サインインできませんでした。もう一度お試しください。'],
  ['/de', 'Anmelden', 'Die Anmeldung ist fehlgeschlagen.'],
] as const) {
  test(
    `the sign-in page is in the language of the address (${prefix || 'en'})`,
    { tag: prefix === '/ja' ? [] : '@long' },
    async ({ page }) => {
      const person = await register(page)
      await page.context().clearCookies()
      const wanted = `${prefix}/home/user/icon/${person.username}?y`
      await page.goto(wanted)
      await expect(page).toHaveURL(`${prefix}/login?redirect=${encodeURIComponent(wanted)}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await page.locator('[name=account]').fill(person.email)
      await page.locator('[name=password]').fill('wrong-password-1')
      await page.keyboard.press('Enter')
      await expect(page.getByText(failed)).toBeVisible()
      await page.locator('[name=password]').fill(person.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(wanted)
    },
  )
}

test(
  'signing in or out in one tab updates the other tabs',
  { tag: '@long' },
  async ({ page, context }) => {
    const other = await context.newPage()
    await other.goto('/home/iconpack')
    await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await register(page)
    await page.goto('/home/faq')
    await expect(accountMenu(other)).toBeVisible()
    await accountMenu(page).locator('summary').click()
    await accountMenu(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
    await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(accountMenu(other)).toBeHidden()
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor registers, keeps typed values after an error, and signs out', async ({
    page,
  }) => {
    const person = aPerson()
    const wanted = '/de/home/user/profile/x?y=1'
    await page.goto(`/register?redirect=${encodeURIComponent(wanted)}`)
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Email', { exact: true }).fill('ada')
    await page.getByRole('button', { name: 'Get code' }).click()
    await expect(page.getByText('Please enter a valid email')).toBeVisible()
    await expect(page.getByLabel('Username')).toHaveValue(person.username)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Get code' }).click()
    await expect(page.getByText(`on its way to ${person.email}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.getByLabel('Verification code').fill(await codeFor(person.email))
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm password').fill('another-1')
    await page.getByLabel('Confirm password').press('Enter')
    await expect(page.getByText('Password mismatch')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true }), 'never in a page').toHaveValue('')
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm password').fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).last().click()
    await expect(page).toHaveURL(wanted)
    await page.goto('/home/user/account')
    await expect(page).toHaveURL(`/home/user/account/${person.username}`)
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    // Without scripts, the sign-in page confirms it.
    await expect(page).toHaveURL('/login?ended=out')
    await page.goto('/home/user/account')
    await expect(page).toHaveURL(/\/login\?redirect=/)
  })

  test('a failed sign-in keeps the user name and shows the reason', async ({ page }) => {
    await page.goto('/fr/login')
    await page.locator('[name=account]').fill('personne')
    await page.locator('[name=password]').fill('wrong-password-1')
    await page.locator('[name=password]').press('Enter')
    await expect(page.getByText('La connexion a échoué. Veuillez réessayer.')).toBeVisible()
    await expect(page.locator('[name=account]')).toHaveValue('personne')
  })
})
