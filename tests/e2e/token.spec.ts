import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { SESSION_SECRET } from '#tests/support/session-secret.ts'
import { startWebApp } from '#tests/support/web-app.ts'

const MARKER = 'MARKER-TOKEN-7f3a9c'
const ME = { uid: 'u1', username: 'ada_lovelace', email: 'ada@example.com' }

/** Starts a web app that logs everything, in front of a backend that issues the marker as token. */
async function startSite() {
  const backend = await startFaultyBackend()
  const real = process.env['E2E_BACKEND_URL'] ?? ''
  let handed = 0
  backend.behave(async (req, res) => {
    const url = req.url ?? ''
    const withToken = () => {
      handed += 1
      res.writeHead(200, { 'content-type': 'application/json' })
      const token = `${MARKER}-${handed}`
      res.end(JSON.stringify({ code: 200, message: 'OK', data: null, token }))
    }
    if (/log_in|sign_in|refresh_token|oauth/.test(url)) return withToken()
    if (url.includes('/account/info')) {
      // The first token expires immediately, so that the run includes a refresh.
      const isOld = req.headers.authorization === `Bearer ${MARKER}-1`
      return isOld ? answer(res, 401, null) : answer(res, 200, ME)
    }
    if (req.method !== 'GET') return answer(res, 200, null)
    const passed = await fetch(`${real}${url}`)
    res.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' })
    return void res.end(Buffer.from(await passed.arrayBuffer()))
  })
  const web = await startWebApp(backend.url, { LOG_LEVEL: 'trace', SESSION_SECRET })
  return {
    url: web.url,
    backend,
    log: web.log,
    stop: async () => {
      await web.stop()
      await backend.stop()
    },
  }
}

test('the token appears in no page, payload, script, header, address or log of a complete run', async ({
  browser,
}) => {
  test.setTimeout(90_000)
  const site = await startSite()
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const seen: string[] = []
  const reading: Promise<unknown>[] = []
  context.on('request', (request) => seen.push(request.url(), request.postData() ?? ''))
  context.on('response', (response) => {
    const read = async () => {
      seen.push(response.url(), JSON.stringify(await response.headersArray()))
      seen.push((await response.body()).toString('latin1'))
    }
    reading.push(read().catch(() => undefined))
  })
  page.on('console', (message) => seen.push(message.text()))
  try {
    await page.goto('/login?redirect=%2Fhome%2Fuser%2Faccount')
    await page.getByLabel('Username or email').fill('ada_lovelace')
    await page.getByLabel('Password', { exact: true }).fill('engine-1843')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/home/user/account/ada_lovelace')
    await page.locator('details.signed-in summary').click()
    await page.getByRole('banner').getByRole('link', { name: 'My plugins' }).click()
    await expect(page).toHaveURL('/home/user/plugin/ada_lovelace')
    await page.goto('/fr/home/iconpack')
    await page.getByRole('article').getByRole('link').first().click()
    await expect(page).toHaveURL(/detail/)
    await page.goto('/home/user/account/ada_lovelace')
    await page.getByRole('textbox', { name: 'Current password' }).fill('engine-1843')
    await page.getByLabel('New password').fill('difference-2')
    await page.getByLabel('Confirm password').fill('difference-2')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Success', { exact: true })).toBeVisible()
    seen.push(await page.content())
    seen.push(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
    seen.push(await page.evaluate(() => document.cookie))
    await page.request.get('/api/session').then(async (one) => seen.push(await one.text()))
    await page.locator('details.signed-in summary').click()
    await page.locator('details.signed-in').getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL('/home/index')
    // Of a page that was fetched in advance, headers and body are never handed out.
    await context.close()
    await Promise.all(reading)

    const carried = site.backend.requests.filter(({ headers }) =>
      String(headers['authorization']).includes(MARKER),
    )
    expect(carried.length, 'the backend did get it').toBeGreaterThan(3)
    expect(site.backend.requests.some(({ url }) => url.endsWith('/auth/refresh_token'))).toBe(true)
    expect(seen.length).toBeGreaterThan(100)
    expect(seen.filter((text) => text.includes(MARKER))).toEqual([])
    expect(site.log().includes(MARKER)).toBe(false)
    for (const { url } of site.backend.requests) expect(url).not.toContain(MARKER)
  } finally {
    await context.close()
    await site.stop()
  }
})

test('names of secrets appear in no script that a browser loads', async () => {
  const folder = '.next/static'
  const names = await readdir(folder, { recursive: true })
  const scripts = names.filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const name of scripts) {
    const text = await readFile(path.join(folder, name), 'utf8')
    for (const word of ['SESSION_SECRET', 'INTERNAL_SECRET', 'CLIENT_SECRET', 'Bearer ']) {
      expect(text.includes(word), `${word} in ${name}`).toBe(false)
    }
  }
})
