import { expect } from 'playwright/test'
import { register, test } from './people.ts'

test('the account page changes the password and ends the other sessions', async ({
  page,
  browser,
}) => {
  const person = await register(page)
  const other = await browser.newContext()
  const elsewhere = await other.newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByLabel('Username or email').fill(person.username)
  await elsewhere.getByLabel('Password', { exact: true }).fill(person.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/home/index')

  await page.goto('/home/user/account')
  await page.getByLabel('Current password').first().fill('wrong-password-1')
  await page.getByLabel('New password').fill('difference-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password confirmation is required')).toBeVisible()
  await page.getByLabel('Confirm password').fill('difference-3')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password mismatch')).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  await page.getByLabel('Confirm password').fill('difference-2')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The current password is wrong')).toBeVisible()
  await page.getByLabel('Current password').first().fill(person.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(
    page.getByText('The password is changed. Your other sessions have ended.', { exact: true }),
  ).toBeVisible()

  await elsewhere.goto('/de/home/user')
  await expect(elsewhere).toHaveURL('/de/login?redirect=%2Fde%2Fhome%2Fuser&ended=1')
  await expect(elsewhere.getByText('Ihre Sitzung ist beendet.')).toBeVisible()
  await expect
    .poll(async () => (await other.cookies()).map(({ name }) => name))
    .toEqual(['devices'])
})

test(
  'a write after the session has ended redirects to sign-in and shows the reason',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    await page.goto('/home/user/account')
    await page.getByLabel('Current password').first().fill(person.password)
    await page.getByLabel('New password').fill('difference-2')
    await page.getByLabel('Confirm password').fill('difference-2')
    await page.request.post('/api/v1/auth/log_out', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL(
      `/login?redirect=${encodeURIComponent(`/home/user/account/${person.username}`)}`,
    )
    await expect(page.getByText('Please sign in.', { exact: true })).toBeVisible()
  },
)

test('account data can be downloaded; the account is deleted after a second confirmation', async ({
  page,
}) => {
  const person = await register(page)
  await page.goto('/home/user/account')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe(`${person.username}.json`)
  await page.getByText('Delete account…').click()
  const dialog = page.locator('#delete')
  await dialog.getByLabel('Current password').fill(person.password)
  await dialog.getByLabel(/Type your username/).fill('someone')
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('This is not your username')).toBeVisible()
  await dialog.getByLabel(/Type your username/).fill(person.username)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL('/home/index')
  await expect(page.getByText('Your account is deleted', { exact: true })).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login failed. Please try again.')).toBeVisible()
})
