import { expect, type Page } from 'playwright/test'
import { useScripts } from './intent.ts'
import { accountMenu, aPerson, register, test } from './people.ts'

const HEADERS = { 'sec-fetch-site': 'same-origin' }
const signInLink = (page: Page) => page.getByRole('banner').locator('a.signed-out')
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('authorInfo'))

/** Ends the session only in the backend; the browser keeps its cookies. */
async function endElsewhere(page: Page) {
  const cookies = await page.context().cookies()
  await page.request.post('/api/v1/auth/log_out', { headers: HEADERS })
  await page.context().addCookies(cookies)
}

for (const [prefix, words] of [
  ['', 'Please sign in.'],
  ['/de', 'Bitte melden Sie sich an.'],
  ['/ja', 'サインインしてください。'],
] as const) {
  test(
    `opening a page after the session has ended signs out completely and shows an error (${prefix || 'en'})`,
    { tag: prefix === '/de' ? [] : '@long' },
    async ({ page }) => {
      await register(page)
      await page.goto(`${prefix}/home/faq`)
      await expect(accountMenu(page)).toBeVisible()
      await expect.poll(() => kept(page)).not.toBeNull()
      await endElsewhere(page)
      await page.goto(`${prefix}/home/user`)
      await expect(page).toHaveURL(/\/login\?redirect=.*&ended=1$/)
      const toast = page.getByRole('region').getByRole('listitem')
      // One look: it hides by itself.
      const danger = toast.filter({ has: page.locator('.text-danger') })
      await expect(danger.filter({ hasText: words })).toBeVisible()
      await expect(page.getByText('Signed out')).toHaveCount(0)
      await expect(signInLink(page)).toBeVisible()
      await expect(accountMenu(page)).toBeHidden()
      expect(await kept(page)).toBeNull()
      await expect(toast).toBeHidden()
    },
  )
}

test(
  'a public page also shows the error after the session has ended, without a redirect',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    await page.goto('/home/faq')
    await expect.poll(() => kept(page)).not.toBeNull()
    await endElsewhere(page)
    await page.goto('/home/faq')
    await expect(page.getByText('Please sign in.', { exact: true })).toBeVisible()
    await expect(signInLink(page)).toBeVisible()
    expect(await kept(page)).toBeNull()
    await expect(page).toHaveURL('/home/faq')
  },
)

test(
  'a write after the session has ended leaves no personal data behind',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    await page.goto('/home/faq')
    await page.goto(`/home/user/account/${person.username}`)
    await page.getByRole('link', { name: 'My plugins' }).last().click()
    await expect(page.getByText("You haven't uploaded any plugins yet.")).toBeVisible()
    await page.goBack()
    await page.getByLabel('Current password').first().fill(person.password)
    await page.getByLabel('New password').fill('difference-2')
    await page.getByLabel('Confirm password').fill('difference-2')
    await endElsewhere(page)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    await expect(page.getByText('Please sign in.', { exact: true })).toBeVisible()
    expect(await kept(page)).toBeNull()
    await page.goBack()
    await expect(signInLink(page)).toBeVisible()
    expect(await page.content()).not.toContain(person.email)
  },
)

test('after signing out, Back shows no personal data', async ({ page }) => {
  const person = await register(page)
  await page.goto('/home/faq')
  await accountMenu(page).locator('summary').click()
  await expect(accountMenu(page)).toContainText(person.email)
  await page.goto('/home/user/account')
  await page.getByRole('link', { name: 'My icon packs' }).last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your icon packs')
  await page.goto('/home/index')
  await accountMenu(page).locator('summary').click()
  await accountMenu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
  for (let step = 0; step < 4; step += 1) {
    await page.goBack()
    await expect(signInLink(page)).toBeVisible()
    await expect(accountMenu(page)).toBeHidden()
    const content = await page.content()
    expect(content, page.url()).not.toContain(person.email)
    expect(content, page.url()).not.toContain('Your icon packs')
  }
})

test(
  'a page restored from the back/forward cache reflects the current session',
  { tag: '@long' },
  async ({ page }) => {
    const person = await register(page)
    await page.goto('/home/faq')
    await accountMenu(page).locator('summary').click()
    await expect(accountMenu(page)).toContainText(person.email)
    await page.context().clearCookies()
    const show = () =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await show()
    await expect(signInLink(page)).toBeVisible()
    expect(await accountMenu(page).textContent()).not.toContain(person.email)

    const other = await register(page, aPerson())
    await page.goto('/home/user/account')
    await expect(page.getByText(other.email).last()).toBeVisible()
    await useScripts(page)
    await expect(accountMenu(page)).toContainText(other.email)
    await page.context().clearCookies()
    await show()
    await expect(page).toHaveURL(/\/login\?redirect=/)
  },
)

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('after signing out, Back redirects to the sign-in page', async ({ page }) => {
    await register(page)
    await page.goto('/home/user/account')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/login?ended=out')
    await page.goBack()
    await expect(page).toHaveURL(/\/login\?redirect=/)
  })
})
