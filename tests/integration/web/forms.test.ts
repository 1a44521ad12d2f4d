import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { tokenStateSchema } from '#lib/auth/token-form.ts'
import { enterStateSchema } from '#lib/auth/form.ts'
import { keptState } from '#lib/form/kept.ts'
import type { FormName } from '#lib/form/table.ts'
import { answer, startFaultyBackend } from '#tests/support/faulty-backend.ts'
import { setCookies, signedIn, SITE, stubWebApp, tokenSetBy } from '#tests/support/session.ts'

vi.mock('#lib/catalogue/revalidate.ts', () => ({ revalidateProject: () => undefined }))
const jar = vi.hoisted(() => new Map<string, { value: string }>())
vi.mock('next/headers', () => ({ cookies: () => Promise.resolve(jar) }))

let backend: Awaited<ReturnType<typeof startFaultyBackend>>
beforeAll(async () => {
  backend = await startFaultyBackend()
})
afterAll(() => backend.stop())
beforeEach(() => {
  stubWebApp(backend.url)
  backend.requests.length = 0
  backend.behave((_, res) => answer(res, 403, null))
  jar.clear()
})

const ACCOUNT = { to: '/de/home/user/account/ada' }
const ADMIN = { to: '/de/admin' }
const OWN = { locale: 'de', kind: 'icon', id: 'a1' }
const REASON = { reason: 'Spam.' }
const PAGE = { locale: 'de', to: '/de/home/user/page?kind=icon' }

/** What a page sends, complete: with it each form makes a call. */
const FORMS: Record<FormName, Record<string, string>> = {
  'account-password': {
    ...ACCOUNT,
    password: 'engine-1843',
    new_password: 'difference-2',
    confirm: 'difference-2',
  },
  'account-name': { ...ACCOUNT, username: 'ada_lovelace' },
  'account-author': { ...ACCOUNT, display_name: 'Ada', about: '', links: '' },
  'account-delete': { ...ACCOUNT, username: 'ada', password: 'engine-1843' },
  'account-sessions': { ...ACCOUNT, others: 'true' },
  'account-tokens': { ...ACCOUNT, id: 't1' },
  'account-publishers': { ...ACCOUNT, id: 'p1' },
  'account-events': { ...ACCOUNT, id: 'p1', events: 'push' },
  'account-code': { ...ACCOUNT, from: 'delete' },
  'project-delete': OWN,
  'project-draft': OWN,
  'project-upload': OWN,
  'project-version': { ...OWN, version: '1.1.0', change: 'withdrawn', reason: '' },
  'admin-role': { ...ADMIN, username: 'ada', role: 'moderator', ...REASON },
  'admin-revoke': { ...ADMIN, id: 'i1' },
  'admin-accept': { ...ADMIN, code: 'c'.repeat(43) },
  'admin-decide': { ...ADMIN, number: '7', revision: '1', action: 'hide', reason: 'spam' },
  'admin-undo': { ...ADMIN, number: '7', revision: '1' },
  'admin-held': { ...ADMIN, kind: 'icon', id: 'a1', action: 'release', version: '', ...REASON },
  'admin-reporter': { ...ADMIN, code: 'c'.repeat(43), text: 'It is mine.' },
  'admin-author': { ...ADMIN, number: '7', text: 'It is mine.' },
  'admin-suspend': { ...ADMIN, username: 'ada', until: '', projects: 'keep', ...REASON },
  'admin-lift': { ...ADMIN, username: 'ada', ...REASON },
  'admin-sessions': { ...ADMIN, username: 'ada', ...REASON },
  'admin-project': { ...ADMIN, kind: 'icon', id: 'a1', action: 'hide', ...REASON },
  'admin-correct': {
    ...ADMIN,
    kind: 'icon',
    id: 'a1',
    category: 'other',
    tags: 'sun',
    visibility: 'listed',
    revision: '2',
    ...REASON,
  },
  'admin-bulk': { ...ADMIN, action: 'hide', author: 'ada', ...REASON },
  'admin-bulk_undo': { ...ADMIN, id: 'b1' },
  'admin-setup_end': ADMIN,
  'admin-remove_demo': ADMIN,
  'admin-retry': { ...ADMIN, id: 'j1' },
  'admin-discard_job': { ...ADMIN, id: 'j1' },
  'admin-backup': ADMIN,
  enter: { locale: 'de', mode: 'password', account: 'ada', password: 'engine-1843', redirect: '' },
  token: { ...PAGE, name: 'CI', scopes: 'publish', days: '90' },
  publisher: {
    ...PAGE,
    project_id: 'a1',
    issuer: 'https://gitlab.com',
    repository: 'ada/orchard',
    workflow: 'release.yml',
    events: 'push',
  },
  release: { ...PAGE, project_id: 'a1', intent: 'check' },
  status: { ...PAGE, kind: 'icon', project_id: 'a1', visibility: 'unlisted' },
  answer: { ...PAGE, kind: 'icon', project_id: 'a1', text: 'It is mine.' },
  email: { ...PAGE, email: 'ada@example.com' },
  invite: { ...PAGE, role: 'moderator' },
  'test-mail': PAGE,
  settings: { ...PAGE, revision: '1', site_name: 'Orchard' },
}
const NAMES = z.array(z.enum(Object.keys(FORMS))).parse(Object.keys(FORMS))
/** Made without a session. */
const OPEN: readonly string[] = ['enter', 'admin-reporter']

type Sent = {
  fields?: Record<string, string>
  headers?: Record<string, string>
  cookie?: string | null
}

/** Posts a form like a browser: without scripts, or with the header that a script adds. */
async function post(name: string, { fields, headers = {}, cookie }: Sent = {}) {
  const own: Readonly<Record<string, Record<string, string>>> = FORMS
  const { POST } = await import('#app/api/form/[form]/route.ts')
  const session = cookie === undefined ? await signedIn('good') : cookie
  const request = new Request(`${SITE}/api/form/${name}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...(session !== null && { cookie: session }),
      ...headers,
    },
    body: new URLSearchParams(fields ?? own[name]).toString(),
  })
  return POST(request, { params: Promise.resolve({ form: name }) })
}
const SCRIPT = { accept: 'application/json' }
const placeOf = ({ headers }: Response) => new URL(headers.get('location') ?? '', SITE)

const envelopeSchema = z.object({
  code: z.number(),
  data: z
    .object({ to: z.string().nullable(), state: z.unknown(), is_changed: z.boolean() })
    .nullable(),
})
const envelopeOf = async (response: Response) => envelopeSchema.parse(await response.json())

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
    expect(await statusOf({}, { text: 'x'.repeat(1025 * 1024) })).toBe(413)
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
        expect(setCookies(scripted.headers).has('session_end')).toBe(true)
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
  const old = Object.entries(FORMS).filter(([name]) => name.startsWith(`${family}-`))
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

const CREATED = {
  id: 't1',
  name: 'CI',
  scopes: ['publish'],
  ending: 'abcdef',
  project: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-04-01T00:00:00.000Z',
  used_at: null,
  secret: 'ks_pat_made-up',
}

describe('the state of a form without scripts', () => {
  it('is sealed for the page of the form: what was typed, and a secret, which is in no address', async () => {
    backend.behave((_, res) => answer(res, 200, CREATED))
    const answered = await post('token')
    const place = placeOf(answered)
    expect(place.pathname + place.search).toBe('/de/home/user/page?kind=icon&form=token')
    const { value, flags } = setCookies(answered.headers).get('form') ?? { value: '', flags: '' }
    expect(flags).toContain('HttpOnly')
    expect(value + place.href).not.toContain(CREATED.secret)
    jar.set('form', { value: decodeURIComponent(value) })
    const kept = await keptState({ form: 'token' }, 'token', tokenStateSchema)
    expect(kept).toMatchObject({ name: 'CI', created: { secret: CREATED.secret } })
    expect(await keptState({}, 'token', tokenStateSchema), 'another visit').toBeNull()
    expect(await keptState({ form: 'enter' }, 'enter', enterStateSchema), 'another form').toBeNull()
  })

  it('of sign-in has no password; one that is needed again is sealed once more', async () => {
    backend.behave((req, res) => {
      res.writeHead(403, { 'content-type': 'application/json' })
      const reason = req.url?.endsWith('/log_in') ? 'code_needed' : 'refused'
      res.end(JSON.stringify({ code: 403, message: '', data: null, reason }))
    })
    const answered = await post('enter', { cookie: null })
    jar.set('form', {
      value: decodeURIComponent(setCookies(answered.headers).get('form')?.value ?? ''),
    })
    const kept = await keptState({ form: 'enter' }, 'enter', enterStateSchema)
    expect(kept).toMatchObject({ needsCode: true, values: { account: 'ada' } })
    expect(kept?.sealedPassword).not.toBeNull()
    expect(JSON.stringify(kept)).not.toContain('engine-1843')
    const scripted = await envelopeOf(await post('enter', { cookie: null, headers: SCRIPT }))
    expect(scripted.data?.state).toMatchObject({ needsCode: true, sealedPassword: null })
  })

  it('with long texts is kept by the backend, for the account', async () => {
    const long = { ...FORMS.answer, text: '長'.repeat(2001) }
    let body: unknown
    backend.behave(async (req, res) => {
      if (req.method === 'POST') body = JSON.parse(await text(req))
      const data = req.method === 'POST' ? { id: 'f1' } : null
      answer(res, 200, data)
    })
    const answered = await post('answer', { fields: long })
    expect(placeOf(answered).search).toBe('?kind=icon&form=answer&kept=f1')
    expect(setCookies(answered.headers).has('form')).toBe(false)
    expect(body).toMatchObject({
      content: { name: 'answer', state: { text: long.text, error: 'too_long' } },
    })
  })
})

it('signing in sets the session and leads to the page that was asked for', async () => {
  backend.behave((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ code: 200, message: '', data: null, token: 'new' }))
  })
  const fields = { ...FORMS.enter, redirect: '/de/home/user?x=1' }
  const plain = await post('enter', { fields, cookie: null })
  expect([plain.status, plain.headers.get('location')]).toEqual([303, '/de/home/user?x=1'])
  expect(await tokenSetBy(plain.headers)).toBe('new')
  const scripted = await post('enter', { fields, cookie: null, headers: SCRIPT })
  expect(await tokenSetBy(scripted.headers)).toBe('new')
  expect((await envelopeOf(scripted)).data).toMatchObject({ to: '/de/home/user?x=1', state: null })
})

it('fields that the backend refuses are named by the contract, not by its text', async () => {
  backend.behave((_, res) => {
    res.writeHead(400, { 'content-type': 'application/json' })
    const fields = ['new_password']
    res.end(JSON.stringify({ code: 400, message: 'Nope.', data: null, reason: 'invalid_input', fields })) // prettier-ignore
  })
  const { data } = await envelopeOf(await post('account-password', { headers: SCRIPT }))
  expect(data?.state).toMatchObject({ outcomes: ['password'], message: '' })
  expect(placeOf(await post('account-password')).hash).toBe('#password-new_password')
})
