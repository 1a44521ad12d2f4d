import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Page, test as base, expect } from 'playwright/test'
import PostalMime from 'postal-mime'
import type { Asker } from './lists.ts'

/**
 * Waits until the scripts of the form of a project handle events; pages without it are complete. A document in a sandbox calls
 * nothing back. A form may lead on to a draft while it hydrates: then the page of the draft is waited for.
 */
const formHydrated = async (page: Page) => {
  while (!(await isFormHydrated(page))) await page.waitForLoadState()
}

const isFormHydrated = (page: Page) =>
  page
    .evaluate(() => {
      const form = document.getElementById('project-form')
      if (!form) return true
      // React marks its elements when it hydrates.
      const isHydrated = () => Object.keys(form).some((key) => key.startsWith('__react'))
      return new Promise<true>((resolve) => {
        const look = () => {
          if (isHydrated()) requestIdleCallback(() => resolve(true))
          else requestAnimationFrame(look)
        }
        look()
      })
    })
    .catch((error: unknown) => {
      if (String(error).includes('Execution context was destroyed')) return false
      throw error
    })

/**
 * Waits until the requests of the document that is open are routed. Chromium says so before the document knows it: without this,
 * the request of a key that is pressed next reached the server, once in some hundred times.
 */
async function requestsRouted(page: Page, route: Page['route']) {
  if (!page.url().startsWith('http')) return
  const probe = new URL('/is-routed', page.url()).href
  await route.call(page, probe, (asked) => asked.fulfill({ status: 204 }))
  const isRouted = () =>
    page
      .evaluate((address) => fetch(address).then(({ status }) => status === 204), probe)
      // A document that is opened meanwhile is routed from its first request on.
      .catch(() => true)
  while (!(await isRouted()));
  await page.unroute(probe)
}

/**
 * Each test has its own client address, because attempts are limited per address. The contexts that it opens are closed after it: their
 * pages would go on beside the tests that follow.
 */
export const test = base.extend<{ areViolationsExpected: boolean; contextsClosed: void }>({
  /** Whether pages may violate their policy: those of tests that plant something. */
  areViolationsExpected: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern here
  extraHTTPHeaders: async ({}, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ 'x-forwarded-for': address })
  },
  contextsClosed: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  // The form of projects works before its scripts run; tests that press its buttons are about the form with scripts.
  page: async ({ page, javaScriptEnabled, areViolationsExpected }, use) => {
    const { goto, reload, route } = page
    page.route = async (...routed) => {
      const disposable = await route.apply(page, routed)
      if (javaScriptEnabled) await requestsRouted(page, route)
      return disposable
    }
    page.goto = async (address, options) => {
      const response = await goto.call(page, address, options)
      if (javaScriptEnabled && !options?.waitUntil) await formHydrated(page)
      return response
    }
    page.reload = async (options) => {
      const response = await reload.call(page, options)
      if (javaScriptEnabled) await formHydrated(page)
      return response
    }
    const violations: string[] = []
    page.context().on('console', (message) => {
      const text = message.text()
      if (text.includes('violates the following Content Security Policy')) violations.push(text)
    })
    await use(page)
    if (!areViolationsExpected) expect(violations).toEqual([])
  },
})

export type Person = { username: string; email: string; password: string }

/** A person with a unique user name and e-mail address, not yet registered. */
export function aPerson(): Person {
  const name = `p${randomBytes(5).toString('hex')}`
  return { username: name, email: `${name}@example.com`, password: 'engine-1843' }
}

const mails = new Map<string, ReturnType<typeof PostalMime.parse>>()
/** Messages of earlier tests are not parsed again. */
async function readMail(file: string) {
  const mail = mails.get(file) ?? PostalMime.parse(await readFile(file))
  mails.set(file, mail)
  return mail
}

/** Waits for a message to an e-mail address and returns the newest one. */
export async function mailTo(email: string, subject = /\d{6}/) {
  const folder = process.env['E2E_MAIL'] ?? ''
  const find = async () => {
    const all = await readdir(folder).catch(() => [])
    // A message that is still being written has a temporary name.
    const names = all.filter((name) => name.endsWith('.eml'))
    for (const name of names.toSorted().toReversed()) {
      const mail = await readMail(path.join(folder, name))
      const isFor = mail.to?.some(({ address }) => address === email)
      if (isFor && subject.test(mail.subject ?? '')) return mail
    }
    return null
  }
  await expect.poll(async () => (await find()) !== null, { intervals: [20, 50, 100] }).toBe(true)
  return find()
}

/** Returns the verification code in the newest message to an e-mail address. */
export async function codeFor(email: string): Promise<string> {
  return /^\d{6}$/m.exec((await mailTo(email))?.text ?? '')?.[0] ?? ''
}

/** Registers an account with the calls of the site's own pages and signs in the browser of a page. */
export async function register({ request }: Asker, person = aPerson()): Promise<Person> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  await request.post('/api/v1/sms/verify_code', { headers, data: { data: person.email } })
  const data = { ...person, code: await codeFor(person.email) }
  const answer = await request.post('/api/v1/auth/sign_in', { headers, data })
  expect(await answer.json()).toMatchObject({ code: 200 })
  return person
}

/** Menu of the signed-in account. */
export const accountMenu = (page: Page) => page.locator('details.signed-in')

/** Opens a page with the session of another one, in a browser without scripts. */
export async function withoutScripts(page: Page): Promise<Page> {
  const storageState = await page.context().storageState()
  const plain = await page.context().browser()?.newPage({ javaScriptEnabled: false, storageState })
  if (!plain) throw new Error('The page belongs to no browser.')
  return plain
}
