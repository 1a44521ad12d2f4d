import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { FormRow } from '#lib/form/posted.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { envelopeOf, FORM_FIELDS, placeOf, post, SCRIPT } from '#tests/support/posted-forms.ts'
import {
  setCookies,
  signedIn,
  SITE,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

vi.mock('#lib/catalogue/revalidate.ts', () => ({ revalidateProject: () => undefined }))

const backend = await startBehindWebApp()
beforeEach(() => backend.behave((_, res) => answer(res, 403, null)))

const NAMES = z.array(z.enum(Object.keys(FORM_FIELDS))).parse(Object.keys(FORM_FIELDS))
/** Made without a session. */
const OPEN: readonly string[] = ['enter', 'admin-reporter']

it('the table has every form, and no other name is one', async () => {
  const { FORMS: table } = await import('#lib/form/table.ts')
  expect(Object.keys(table).toSorted()).toEqual(NAMES.toSorted())
  expect((await post('toString', { fields: {} })).status).toBe(404)
})

describe.each(NAMES)('the form %s', (name) => {
  it('without scripts leads to a page with the outcome', async () => {
    const answered = await post(name)
    expect(answered.status).toBe(303)
    const place = placeOf(answered)
    expect(place.pathname).toMatch(/^\/de\//)
    const query = place.searchParams
    expect(query.has('result') || query.get('form') === name).toBe(true)
    expect(place.href).not.toMatch(/engine-1843|difference-2/)
    expect(backend.requests).not.toHaveLength(0)
  })

  it('with scripts answers with the next state, or where it leads', async () => {
    const answered = await post(name, { headers: SCRIPT })
    expect(answered.headers.get('cache-control')).toBe('private, no-store')
    const { code, data } = await envelopeOf(answered)
    expect(code).toBe(200)
    expect(data?.is_changed).toBe(false)
    expect([data?.to, data?.state].filter((one) => one !== null)).toHaveLength(1)
  })

  it('is refused from another site, with another type, and if it is too large', async () => {
    const statusOf = async (headers: Record<string, string>, more = {}) =>
      (await post(name, { headers, fields: { to: '/', ...more } })).status
    expect(await statusOf({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusOf({ 'content-type': 'application/json' })).toBe(415)
    const { FORMS: table } = await import('#lib/form/table.ts')
    const forms: Readonly<Record<string, FormRow>> = table
    const max = forms[name]?.max ?? 32 * 1024
    expect(await statusOf({}, { text: 'x'.repeat(max + 1) })).toBe(413)
    expect(backend.requests).toHaveLength(0)
  })

  it.skipIf(OPEN.includes(name))(
    'leads to sign-in and back after the end of a session',
    async () => {
      backend.behave((_, res) => answer(res, 401, null))
      for (const cookie of [null, 'session=forged', await signedIn('ended')]) {
        const answered = await post(name, { cookie })
        expect(answered.status, String(cookie)).toBe(303)
        const place = placeOf(answered)
        expect([place.pathname, place.searchParams.get('ended')]).toEqual(['/de/login', '1'])
        expect(place.searchParams.get('redirect')).toMatch(/^\/de\/(?:home\/user|admin)/)
        expect(await tokenSetBy(answered.headers)).toBeNull()
        const scripted = await post(name, { cookie, headers: SCRIPT })
        expect(scripted.status).toBe(401)
        expect(setCookies(scripted.headers).has('session_end')).toBe(cookie !== null)
      }
    },
  )
})

it.each([
  ['account', () => import('#app/api/account/[form]/route.ts')],
  ['project', () => import('#app/api/project/[form]/route.ts')],
  ['admin', () => import('#app/api/admin/[form]/route.ts')],
] as const)('the forms of 0.1.0 at /api/%s are the same', async (family, load) => {
  const { POST } = await load()
  const old = Object.entries(FORM_FIELDS).filter(([name]) => name.startsWith(`${family}-`))
  expect(old.length).toBeGreaterThan(3)
  for (const [name, fields] of old) {
    const form = name.slice(family.length + 1)
    const request = new Request(`${SITE}/api/${family}/${form}`, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: await signedIn('good'),
      },
      body: new URLSearchParams(fields).toString(),
    })
    const answered = await POST(request, { params: Promise.resolve({ form }) })
    expect(answered.status, name).toBe(303)
    expect(placeOf(answered).href, name).toBe(placeOf(await post(name)).href)
  }
})
