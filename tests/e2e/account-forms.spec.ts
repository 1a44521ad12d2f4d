import { request as plainRequest } from 'node:http'
import { type Browser, expect, type Page } from 'playwright/test'
import { aPerson, codeFor, mailTo, register, test, type Person } from './people.ts'
import { ask } from './raw.ts'

const NEW = 'difference-2'

/** A page without scripts, in which `person` is signed in. */
async function withoutScripts(browser: Browser, person: Person, headers: Record<string, string>) {
  const context = await browser.newContext({ javaScriptEnabled: false, extraHTTPHeaders: headers })
  const page = await context.newPage()
  await signIn(page, person)
  await expect(page).toHaveURL('/home/index')
  return { context, page }
}

async function signIn(page: Page, { username, password }: Person) {
  await page.goto('/login')
  await page.getByLabel('User name or e-mail').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

test('without scripts the password is changed, sessions are ended and the account is deleted; nothing stands in an address', async ({
  page: registering,
  browser,
  extraHTTPHeaders,
}) => {
  const person = await register(registering)
  const { context, page } = await withoutScripts(browser, person, extraHTTPHeaders ?? {})
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/home/user')
  await expect(page.getByText('Chrome on Linux')).toHaveCount(2)
  await expect(page.getByText('This browser')).toHaveCount(1)
  await page.getByLabel('Present password').first().fill('wrong-password-1')
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/told=password\.wrong_password#password$/)
  await expect(page.getByText('The present password is wrong')).toBeVisible()
  await page.getByLabel('Present password').first().fill(person.password)
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('The password is changed. Your other sessions have ended.'),
  ).toBeVisible()
  await mailTo(person.email, /^The password of your Keystrip account was changed$/)

  await signIn(registering, { ...person, password: NEW })
  await expect(registering).not.toHaveURL(/login/)
  await page.goto('/home/user')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('Ended.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toHaveCount(0)

  await page.getByText('Delete account …').click()
  await page.getByLabel(/Type your user name/).fill('somebody')
  await page.getByLabel('Present password').last().fill(NEW)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('This is not your user name')).toBeVisible()
  await page.getByLabel(/Type your user name/).fill(person.username)
  await page.getByLabel('Present password').last().fill(NEW)
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL('/login?ended=deleted')
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  for (const address of addresses) {
    expect(address).not.toMatch(/engine-1843|difference-2|wrong-password/)
  }
  await context.close()
})

test('a form that is sent while scripts are on their way posts, too', async ({ page }) => {
  const person = await register(page)
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto('/home/user')
  const posted = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByLabel('Present password').first().fill(person.password)
  await page.getByLabel('New password').fill(NEW)
  await page.getByLabel('Confirm password').fill(NEW)
  await page.keyboard.press('Enter')
  expect(new URL((await posted).url()).pathname).toBe('/api/account/password')
  await expect(page.getByText('The password is changed.', { exact: false }).first()).toBeVisible()
})

test('every form of the public pages and of the account posts, but for searches', async ({
  page,
}) => {
  await register(page)
  for (const path of [
    '/home/index',
    '/login',
    '/register',
    '/resetpwd',
    '/home/icon',
    '/home/user',
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
})

test('only the five languages are languages: no write reaches a page behind another first segment', async ({
  page,
  baseURL,
}) => {
  const person = aPerson()
  await register(page, person)
  const form = { mode: 'password', account: person.username, password: person.password }
  for (const path of [
    '/api/login',
    '/api/de/login',
    '/API/login',
    '/feeds/login',
    '/icons/login',
  ]) {
    const body = new URLSearchParams(form).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    const foreign = await ask(baseURL, path, { method: 'POST', headers, body })
    expect(foreign.status, path).toBe(403)
    const own = { ...headers, origin: new URL(baseURL ?? '').origin }
    const answer = await ask(baseURL, path, { method: 'POST', headers: own, body })
    expect(answer.status, path).toBe(404)
    expect(answer.headers['set-cookie'], path).toBeUndefined()
  }
  const read = await ask(baseURL, '/api/login')
  expect(read).toMatchObject({ status: 404, body: expect.stringContaining('"code":404') })
})

/** Fails to sign in often enough, from many networks, that unknown browsers need a code. */
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
  test(`an attacked account asks an unknown browser for a code in the same form, and nothing typed is lost (${scripts ? 'with' : 'without'} scripts)`, async ({
    page: known,
    browser,
    baseURL,
    extraHTTPHeaders,
  }) => {
    const person = await register(known)
    await attack(baseURL ?? '', person.username)
    const context = await browser.newContext({
      javaScriptEnabled: scripts,
      extraHTTPHeaders: { ...extraHTTPHeaders, 'x-forwarded-for': `198.51.100.${scripts ? 1 : 2}` },
    })
    const page = await context.newPage()
    await signIn(page, person)
    await expect(page.getByText('There were many failed attempts to sign in')).toBeVisible()
    await expect(page.getByLabel('User name or e-mail')).toHaveValue(person.username)
    if (scripts) {
      await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
    } else {
      await expect(page.getByText('Your password is kept.')).toBeVisible()
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
  })
}
