import { readFileSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import { aPerson, codeFor, register, test } from './people.ts'
import { useScripts } from './intent.ts'
import { localePath } from '#lib/i18n/path.ts'
import { sampledPrefixes } from '#tests/support/whole.ts'

const email = (page: Page) => page.getByLabel('Email', { exact: true })
const code = (page: Page) => page.getByLabel('Verification code')
const getCode = (page: Page) => page.getByRole('button', { name: 'Get code' })

/** A six-digit code other than `right`. */
const wrong = (right: string) => (right === '111111' ? '222222' : '111111')

test('after a wrong code, another one can be requested once the delay has passed', async ({
  page,
}) => {
  const person = aPerson()
  await page.clock.install()
  await page.goto('/login?by=code')
  await email(page).fill(person.email)
  await getCode(page).click()
  await expect(page.getByText(`on its way to ${person.email}`)).toBeVisible()
  const first = await codeFor(person.email)
  await code(page).fill(wrong(first))
  await code(page).press('Enter')
  await expect(page.getByText('The code is wrong or has expired')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Retry in \d+ s$/ })).toBeVisible()
  await page.clock.fastForward(61_000)
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  await asked
})

test('a code that is typed before the answer to “Get code” arrives stays', async ({ page }) => {
  const person = aPerson()
  await page.goto('/login?by=code')
  await useScripts(page)
  await email(page).fill(person.email)
  const read = Promise.withResolvers<string>()
  await page.route('**/api/form/enter', async (route) => {
    const response = await route.fetch()
    await code(page).fill(await read.promise)
    await route.fulfill({ response })
  })
  await getCode(page).click()
  const sent = await codeFor(person.email)
  read.resolve(sent)
  await expect(page.getByText(`on its way to ${person.email}`)).toBeVisible()
  await expect(code(page)).toHaveValue(sent)
})

test(
  'a mistyped e-mail address can be corrected, and the new one receives a code without delay',
  { tag: '@long' },
  async ({ page }) => {
    const person = aPerson()
    await page.goto('/register')
    await email(page).fill(`x${person.email}`)
    await getCode(page).click()
    await expect(page.getByRole('button', { name: /^Retry in \d+ s$/ })).toBeVisible()
    await email(page).fill(` ${person.email} `)
    await getCode(page).click()
    await expect(page.getByText(`on its way to ${person.email}.`)).toBeVisible()
    expect(await codeFor(person.email)).toMatch(/^\d{6}$/)
  },
)

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('a code for an e-mail address without an account carries over to registration', async ({
      page,
    }) => {
      const person = aPerson()
      await page.goto('/login?by=code&redirect=%2Fhome%2Ffaq')
      await email(page).fill(person.email)
      await getCode(page).click()
      await expect(page.getByText('is on its way')).toBeVisible()
      const sent = await codeFor(person.email)
      const pasted = `${sent.slice(0, 3)} ${sent.slice(3)} `
      await code(page).fill(pasted)
      await code(page).press('Enter')
      await expect(page).toHaveURL('/register?redirect=%2Fhome%2Ffaq')
      await expect(page.getByText('There is no account with this email address yet.')).toBeVisible()
      await expect(email(page)).toHaveValue(person.email)
      await expect(code(page)).toHaveValue(sent)
      if (scripts) await expect(page.getByLabel('Username')).toBeFocused()
      await page.getByLabel('Username').fill(` ${person.username} `)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByLabel('Confirm password').fill(person.password)
      await page.getByLabel('Confirm password').press('Enter')
      await expect(page).toHaveURL('/home/faq')
      await page.goto('/home/user/account')
      await expect(page).toHaveURL(`/home/user/account/${person.username}`)
      const cookies = await page.context().cookies()
      expect(cookies.map(({ name }) => name)).not.toContain('begun')
    })

    test(
      `the return URL is kept${scripts ? ', with its fragment' : ''}`,
      { tag: scripts ? '@long' : [] },
      async ({ page }) => {
        const person = await register(page)
        await page.context().clearCookies()
        await page.goto(`/home/user/account/${person.username}#sessions`)
        await expect(page).toHaveURL(/\/login\?redirect=.*#sessions$/)
        if (scripts) {
          await page.getByRole('link', { name: 'Create one' }).click()
          await expect(page).toHaveURL(/\/register\?redirect=.*%23sessions$/)
          await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
          await expect(page).toHaveURL(/\/login\?redirect=.*%23sessions$/)
        }
        await page.getByLabel('Username or email').fill(` ${person.username} `)
        await page.getByLabel('Password', { exact: true }).fill(person.password)
        await page.keyboard.press('Enter')
        // Without scripts the form's address, which must not be empty, has no fragment.
        const returned = `/home/user/account/${person.username}${scripts ? '#sessions' : ''}`
        await expect(page).toHaveURL(returned)
      },
    )

    test(
      'signing in from a page returns to that page',
      { tag: scripts ? [] : '@long' },
      async ({ page }) => {
        const person = await register(page)
        await page.context().clearCookies()
        await page.goto('/home/search?q=sun#content')
        // A click ahead of the framework is the browser's, as without scripts.
        if (scripts) await useScripts(page)
        await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(/\/login\?redirect=/)
        await page.getByLabel('Username or email').fill(person.username)
        await page.getByLabel('Password', { exact: true }).fill('wrong-password-1')
        await page.keyboard.press('Enter')
        await expect(page.getByText('Login failed. Please try again.')).toBeVisible()
        await page.getByLabel('Password', { exact: true }).fill(person.password)
        await page.keyboard.press('Enter')
        // Without scripts the fragment is lost: browsers do not send it to the server.
        await expect(page).toHaveURL(`/home/search?q=sun${scripts ? '#content' : ''}`)
      },
    )
  })
}

test(
  'sign-in ignores a referrer from another site and returns to the home page',
  { tag: '@long' },
  async ({ request, baseURL }) => {
    const headers = { referer: 'https://evil.example/home/faq' }
    const foreign = await request.get('/login', { headers, maxRedirects: 0 })
    expect(foreign.status()).toBe(200)
    const own = await request.get('/fr/login', {
      headers: { referer: `${baseURL}/fr/home/faq?x` },
      maxRedirects: 0,
    })
    expect(own.headers()['location']).toMatch(/\/fr\/login\?redirect=%2Ffr%2Fhome%2Ffaq%3Fx$/)
    expect(own.headers()['cache-control']).toContain('no-store')
  },
)

test('an e-mail address that is too long shows the limit', async ({ page }) => {
  const limited = (locale: string) => {
    const messages = readFileSync(`messages/${locale}.json`, 'utf8')
    return /"email_long": "([^"]+)"/.exec(messages)?.[1]?.replace('{max}', '39') ?? 'no message'
  }
  for (const locale of sampledPrefixes) {
    await page.goto(localePath(locale, '/register'))
    await page.locator('[name=email]').fill(`${'a'.repeat(28)}@example.com`)
    await page.locator('[name=email]').press('Tab')
    await expect(page.getByText(limited(locale))).toBeVisible()
  }
})
