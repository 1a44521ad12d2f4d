import { request as plainRequest } from 'node:http'
import { expect, type Page } from 'playwright/test'
import { aPerson, codeFor, mailTo, register, test, type Person } from './people.ts'
import { ask } from './raw.ts'

const NEW = 'difference-2'

async function signIn(page: Page, { username, password }: Person) {
  await page.goto('/login')
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('without scripts, changing the password, ending sessions and deleting the account work; no password appears in a URL', async ({
  page: registering,
  browser,
}) => {
  const person = await register(registering)
  const page = await browser.newPage({ javaScriptEnabled: false })
  await signIn(page, person)
  await expect(page).toHaveURL('/home/index')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/home/user/account')
  await expect(page.locator('#sessions > ul').getByText('Chrome on Linux')).toHaveCount(2)
  await expect(page.getByText('This browser')).toHaveCount(1)
  await page.getByLabel('Current password').first().fill('wrong-password-1')
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/result=password\.wrong_password#password-proof$/)
  const present = page.getByLabel('Current password').first()
  await expect(present).toHaveAccessibleDescription('The current password is wrong')
  await expect(present).toHaveAttribute('aria-invalid', 'true')
  await expect(present, 'the fragment focuses the field').toBeFocused()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'false')
  await page.getByLabel('Current password').first().fill(person.password)
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page.locator('#password-result')).toBeFocused()
  await expect(page.locator('#password-result')).toHaveText(
    'The password is changed. Your other sessions have ended.',
  )
  await mailTo(person.email, /^The password of your Keystrip account was changed$/)

  await signIn(registering, { ...person, password: NEW })
  await expect(registering).not.toHaveURL(/login/)
  await page.goto('/home/user/account')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('Ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0)

  await page.getByText('Delete account…').click()
  await page.getByLabel(/Type your username/).fill('someone')
  await page.getByLabel('Current password').last().fill(NEW)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('This is not your username')).toBeVisible()
  await expect(page.getByLabel(/Type your username/)).toBeFocused()
  await expect(page.getByLabel(/Type your username/)).toHaveValue('someone')
  await page.getByLabel(/Type your username/).fill(person.username)
  await page.getByLabel('Current password').last().fill(NEW)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL('/login?ended=deleted')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  for (const address of addresses) {
    expect(address).not.toMatch(/engine-1843|difference-2|wrong-password/)
  }
})

test(
  'without scripts, an account without a password asks for a code where it is needed, and what was typed stays',
  { tag: '@long' },
  async ({ browser }) => {
    const page = await browser.newPage({ javaScriptEnabled: false })
    const { username, email } = aPerson()
    await page.goto('/login?redirect=%2Fhome%2Fuser%2Faccount')
    await page.getByRole('button', { name: 'Continue with Discord' }).click()
    await page.getByLabel('id').fill(String(parseInt(username.slice(1), 16) % 1e9))
    await page.getByLabel('email').fill(email)
    await page.getByRole('button', { name: 'Authorize' }).click()
    await page.getByLabel('Username').fill(username)
    await page.keyboard.press('Enter')

    await page.getByText('Delete account…').click()
    const form = page.locator('#delete')
    await form.getByLabel(/Type your username/).fill(username)
    await form.getByRole('button', { name: 'Get code' }).click()
    await expect(page).toHaveURL(/result=code\.code_sent.*#delete-proof$/)
    await expect(form.getByText('The code is on its way')).toBeVisible()
    await expect(form.getByLabel('Code')).toBeFocused()
    await expect(form.getByLabel(/Type your username/)).toHaveValue(username)
    await form.getByLabel('Code').fill('12')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Code')).toHaveAccessibleDescription(
      /Verification code must be 6 digits/,
    )
    await form.getByLabel('Code').fill(await codeFor(email))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login?ended=deleted')
  },
)

test('a form that is submitted before its scripts have loaded still sends a POST', async ({
  page,
}) => {
  const person = await register(page)
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto('/home/user/account')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByLabel('Current password').first().fill(person.password)
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  expect(new URL((await posted).url()).pathname).toBe('/api/form/account-password')
  await expect(page.getByText('The password is changed.', { exact: false }).first()).toBeVisible()
})

test(
  'every form of the public pages and of the account uses POST, except search forms',
  { tag: '@long' },
  async ({ page }) => {
    await register(page)
    for (const path of [
      '/home/index',
      '/login',
      '/register',
      '/resetpwd',
      '/home/icon',
      '/home/user/account',
    ]) {
      await page.goto(path)
      const methods = await page
        .locator('form:not([role=search])')
        .evaluateAll((all) =>
          all
            .filter((form) =>
              form.querySelector('input:not([type=hidden],[type=checkbox],[type=radio])'),
            )
            .map((form) => form.getAttribute('method')?.toLowerCase()),
        )
      expect(
        methods.every((method) => method === 'post'),
        path,
      ).toBe(true)
    }
  },
)

test('only the five locales are valid prefixes: no POST reaches a page under another first path segment', async ({
  request,
  baseURL,
}) => {
  const person = aPerson()
  await register({ request }, person)
  const form = { mode: 'password', account: person.username, password: person.password }
  for (const [path, refused, status] of [
    ['/api/login', 403, 404],
    ['/api/de/login', 403, 404],
    // No page with a form.
    ['/API/login', 405, 405],
    ['/feeds/login', 405, 405],
    ['/icons/login', 405, 405],
  ] as const) {
    const body = new URLSearchParams(form).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    const foreign = await ask(baseURL, path, { method: 'POST', headers, body })
    expect(foreign.status, path).toBe(refused)
    const own = { ...headers, origin: new URL(baseURL ?? '').origin }
    const answer = await ask(baseURL, path, { method: 'POST', headers: own, body })
    expect(answer.status, path).toBe(status)
    expect(answer.headers['set-cookie'], path).toBeUndefined()
  }
  const read = await ask(baseURL, '/api/login')
  expect(read).toMatchObject({ status: 404, body: expect.stringContaining('"code":404') })
})

/** Fails to sign in from many networks, often enough that unknown browsers need a code. */
async function attack(baseURL: string, account: string) {
  const body = JSON.stringify({ account, password: 'wrong-1' })
  const guess = (address: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(body.length),
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
      }
      const { hostname, port } = new URL(baseURL)
      const path = '/api/v1/auth/log_in'
      const req = plainRequest({ hostname, port, path, method: 'POST', headers }, (res) => {
        res.resume()
        res.on('end', () => resolve())
      })
      req.on('error', reject).end(body)
    })
  for (let at = 0; at < 105; at += 15) {
    await Promise.all(Array.from({ length: 15 }, (_, more) => guess(`192.0.2.${at + more + 1}`)))
  }
}

for (const scripts of [true, false]) {
  test(
    `an account under attack requires a code from an unknown browser, in the same form and without losing input (${scripts ? 'with' : 'without'} scripts)`,
    { tag: '@long' },
    async ({ page: known, browser, baseURL, extraHTTPHeaders }) => {
      const person = await register(known)
      await attack(baseURL ?? '', person.username)
      const context = await browser.newContext({
        javaScriptEnabled: scripts,
        extraHTTPHeaders: {
          ...extraHTTPHeaders,
          'x-forwarded-for': `198.51.100.${scripts ? 1 : 2}`,
        },
      })
      const page = await context.newPage()
      await signIn(page, person)
      await expect(page.getByText('There have been many failed attempts to sign in')).toBeVisible()
      await expect(page.getByLabel('Username or email')).toHaveValue(person.username)
      if (scripts) {
        await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
      } else {
        await expect(page.getByText('Your password is kept for this step.')).toBeVisible()
        expect(await page.content()).not.toContain(person.password)
      }
      await mailTo(person.email, /is your code to sign in/)
      await page.getByLabel('Verification code').fill(await codeFor(person.email))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/home/index')
      await context.close()

      await known.request.post('/api/session/end', {
        headers: { 'sec-fetch-site': 'same-origin' },
        form: { to: '/home/index' },
      })
      await signIn(known, person)
      await expect(known, 'a browser that signed in before passes').toHaveURL('/home/index')
    },
  )
}
