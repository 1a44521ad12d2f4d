import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Page, test as base, expect } from 'playwright/test'
import PostalMime from 'postal-mime'

/** Each test comes from an address of its own: attempts are counted by address. */
export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- it is how fixtures say what they need: nothing
  extraHTTPHeaders: async ({}, use) => {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    await use({ 'x-forwarded-for': address })
  },
})

export type Person = { username: string; email: string; password: string }

/** Somebody whom nobody knows yet. */
export function aPerson(): Person {
  const name = `p${randomBytes(5).toString('hex')}`
  return { username: name, email: `${name}@example.com`, password: 'engine-1843' }
}

/** The newest message to somebody, as soon as it is there. */
export async function mailTo(email: string, subject = /\d{6}/) {
  const folder = process.env['E2E_MAIL'] ?? ''
  const find = async () => {
    const all = await readdir(folder).catch(() => [])
    // One that is being written has another name.
    const names = all.filter((name) => name.endsWith('.eml'))
    for (const name of names.toSorted().toReversed()) {
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
      const isFor = mail.to?.some(({ address }) => address === email)
      if (isFor && subject.test(mail.subject ?? '')) return mail
    }
    return null
  }
  await expect.poll(async () => (await find()) !== null).toBe(true)
  return find()
}

/** The code in the newest message to somebody. */
export async function codeFor(email: string): Promise<string> {
  return /^\d{6}$/m.exec((await mailTo(email))?.text ?? '')?.[0] ?? ''
}

/** Registers somebody as the site's own pages do; the page's browser is signed in then. */
export async function register(page: Page, person = aPerson()): Promise<Person> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  await page.request.post('/api/v1/sms/verify_code', { headers, data: { data: person.email } })
  const data = { ...person, code: await codeFor(person.email) }
  const answer = await page.request.post('/api/v1/auth/sign_in', { headers, data })
  expect(await answer.json()).toMatchObject({ code: 200 })
  return person
}

/** The menu of whoever is signed in. */
export const accountMenu = (page: Page) => page.locator('details.signed-in')
