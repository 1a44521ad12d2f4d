import { expect, type Page } from 'playwright/test'
import { readList } from './lists.ts'
import { aPerson, register, test } from './people.ts'

/** The page's polite live region. */
const announcer = (page: Page) => page.locator('[data-announcer]')

/** Attributes of the visible inputs of the page's main content, by name. */
const inputsOf = (page: Page) =>
  page
    .locator('main input:not([type=hidden]):not([hidden])')
    .evaluateAll((inputs) =>
      Object.fromEntries(
        inputs.map((input) => [
          input.getAttribute('name'),
          ['autocomplete', 'inputmode', 'enterkeyhint'].map((name) => input.getAttribute(name)),
        ]),
      ),
    )

test('sign-in forms mark required fields, focus and announce what is invalid, and keep the password rule in the description', async ({
  page,
}) => {
  await page.goto('/register')
  const main = page.getByRole('main')
  await expect(main.getByText('All fields are required.')).toBeVisible()
  const email = page.getByLabel('Email', { exact: true })
  const password = page.getByLabel('Password', { exact: true })
  for (const field of await main.getByRole('textbox').all()) {
    await expect(field).toHaveAttribute('required')
    // Browsers report an empty required field as invalid unless this is said.
    await expect(field).toHaveAttribute('aria-invalid', 'false')
  }
  expect(await inputsOf(page)).toEqual({
    email: ['email', 'email', 'next'],
    code: ['one-time-code', 'numeric', 'next'],
    username: ['username', null, 'next'],
    password: ['new-password', null, 'next'],
    confirm: ['new-password', null, 'go'],
  })
  const rule = '6 to 20 characters, at least one letter and one number'
  await expect(password).toHaveAccessibleDescription(rule)
  await expect(main.getByRole('alert')).toBeAttached()
  await expect(main.getByRole('alert')).toBeEmpty()

  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Email is required')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(announcer(page)).toContainText(
    'Please check: Email, Verification code, Username, Password, and Confirm password',
  )
  await expect(password).toHaveAccessibleDescription(`Password is required ${rule}`)

  const show = page.getByRole('button', { name: 'Show password' }).first()
  await expect(show).toHaveAccessibleDescription('Password')
  await expect(show).not.toHaveAttribute('aria-pressed')
  await expect(password).toHaveAttribute('type', 'password')
  await show.click()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeFocused()
  await expect(password).toHaveAttribute('type', 'text')
  await email.fill('ada')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(email).toHaveAccessibleDescription('Please enter a valid email')

  await page.goto('/login')
  expect(await inputsOf(page)).toEqual({
    account: ['username', 'email', 'next'],
    password: ['current-password', null, 'go'],
  })
  const { username } = aPerson()
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill('engine-1843')
  const region = await main.getByRole('alert').elementHandle()
  await page.keyboard.press('Enter')
  await expect(main.getByRole('alert')).toContainText('Login failed. Please try again.')
  expect(await region?.evaluate((element) => element.textContent)).toContain('Login failed')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Wrong username or password.',
  )
})

test(
  'the forms of the account page focus the first invalid field and announce their results',
  { tag: '@long' },
  async ({ page }) => {
    const { username, password } = await register(page)
    await page.goto('/home/user/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    // Before hydration the form posts by itself.
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password').first()).toBeFocused()
    await expect(announcer(page)).toContainText(
      'Please check: Current password, New password, and Confirm password',
    )
    await page.getByText('Delete account…').click()
    const remove = page.locator('details form').last()
    await remove.getByLabel('Current password').fill(password)
    await remove.getByRole('button', { name: 'Delete permanently' }).click()
    const name = remove.getByLabel(/Type your username/)
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('This is not your username')
    await name.fill(username)
    await remove.getByLabel('Current password').fill('wrong-password-1')
    const region = await remove.getByRole('alert').elementHandle()
    await page.context().setOffline(true)
    await remove.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(remove.getByRole('alert')).toContainText('The server can’t be reached')
    expect(await region?.evaluate((element) => element.textContent)).toContain('can’t be reached')
    await page.context().setOffline(false)
    await remove.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(remove.getByLabel('Current password')).toBeFocused()
    await expect(remove.getByLabel('Current password')).toHaveAccessibleDescription(
      'The current password is wrong',
    )
  },
)

test('a toast stays under pointer and focus and without the window’s focus, is reached by F8, can be read again, and is in the language of the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const { items } = await readList(page, 'icon/list?limit=1')
  await page.goto(`/fr/home/iconpack/detail/${items[0]?.id}`)
  const copy = page.getByRole('button', { name: /SHA-256/ }).first()
  const region = page.getByRole('region', { name: 'Messages (F8)' })
  const toast = region.getByRole('listitem')
  const show = async () => {
    await copy.click()
    await page.clock.runFor(100)
    await expect(toast).toBeVisible()
  }
  await show()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(items[0]?.file?.sha256)
  await expect(page.getByText(/^Message\s:\s/)).toBeAttached()
  await page.clock.runFor(3500)
  await expect(toast).toBeHidden()

  await show()
  await toast.hover()
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await copy.hover()
  await page.clock.runFor(3500)
  await expect(toast).toBeHidden()

  await show()
  await page.evaluate(() => window.dispatchEvent(new Event('blur')))
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))

  await page.keyboard.press('F8')
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(region.getByRole('button', { name: 'Masquer le message' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast).toBeHidden()
  await expect(copy).toBeFocused()

  await page.keyboard.press('F8')
  const recent = page.getByRole('region', { name: 'Messages récents' })
  await expect(recent.locator('summary')).toBeFocused()
  await expect(recent.getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(copy).toBeFocused()
  await expect(recent.getByRole('listitem')).toHaveCount(0)
})
