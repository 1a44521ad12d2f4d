import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import {
  bearerOf,
  setCookies,
  signedIn,
  SITE,
  startBehindWebApp,
  tokenSetBy,
} from '#tests/support/session.ts'

const revalidated = vi.hoisted(() => vi.fn<(changed: unknown) => void>())
vi.mock('#lib/catalogue/revalidate.ts', () => ({ revalidateProject: revalidated }))

const backend = await startBehindWebApp()
beforeEach(() => {
  revalidated.mockClear()
})

const HANDLERS = {
  form: () => import('#app/api/form/[form]/route.ts'),
  session: async () => {
    const { POST } = await import('#app/api/session/end/route.ts')
    return { POST: (request: Request) => POST(request) }
  },
}
type Handler = keyof typeof HANDLERS

type Sent = { fields?: Record<string, string>; cookie?: string; headers?: Record<string, string> }

/** Posts a form like a browser without scripts. */
async function post(
  handler: Handler,
  form: string,
  { fields = {}, cookie, headers = {} }: Sent = {},
) {
  const { POST } = await HANDLERS[handler]()
  const request = new Request(`${SITE}/api/${handler}/${form}`, {
    method: 'POST',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  })
  return POST(request, { params: Promise.resolve({ form }) })
}

const REMOVE = { locale: 'de', kind: 'icon', id: 'a1' }
const WITHDRAW = { ...REMOVE, version: '1.1.0', change: 'withdrawn', reason: 'Broken' }
const locationOf = ({ status, headers }: Response) => [status, headers.get('location')]

describe('the style sheet of the header', () => {
  const sheetFor = async (cookie: string) => {
    const { GET } = await import('#app/api/session/corner.css/route.ts')
    return GET(new Request(`${SITE}/api/session/corner.css`, { headers: { cookie } }))
  }

  it('shows the account menu with a session only, is not stored, and asks no backend', async () => {
    const sheet = await sheetFor(await signedIn('good'))
    expect(await sheet.text()).toContain('.signed-in{display:block')
    expect(Object.fromEntries(sheet.headers)).toEqual({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: 'cookie',
      'cross-origin-resource-policy': 'same-origin',
    })
    for (const cookie of ['', 'session=forged; signed_in=1']) {
      expect(await (await sheetFor(cookie)).text(), cookie).toBe('')
    }
    expect(backend.requests).toHaveLength(0)
  })
})

describe.each([
  ['form', 'project-delete', REMOVE],
  ['form', 'project-version', WITHDRAW],
  ['form', 'account-password', { to: '/home/user' }],
  ['session', 'end', { to: '/home/index' }],
] as const)('the form %s/%s', (handler, form, fields) => {
  it('is accepted from pages of this site only, as a short form', async () => {
    const cookie = await signedIn('good')
    const statusWith = async (headers: Record<string, string>, more = {}) =>
      (await post(handler, form, { fields: { ...fields, ...more }, cookie, headers })).status
    expect(await statusWith({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusWith({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await statusWith({ 'content-type': 'application/json' })).toBe(415)
    expect(await statusWith({}, { reason: 'x'.repeat(33 * 1024) })).toBe(413)
    expect(backend.requests).toHaveLength(0)
  })
})

/** The body of the call that corrects notes. */
const NOTED = JSON.stringify({ notes: 'Sun\n\n**Moon**' })

describe('a form of one’s own projects', () => {
  it('makes the call of the contract with the token, and expires the pages of the project', async () => {
    backend.behave((_, res) => answer(res, 200, null))
    const cookie = await signedIn('good')
    const removed = await post('form', 'project-delete', { fields: REMOVE, cookie })
    expect(locationOf(removed)).toEqual([303, '/de/home/user/icon?result=deleted'])
    expect(backend.requests[0]).toMatchObject({ method: 'DELETE', url: '/api/v1/icon?id=a1' })
    expect(bearerOf(backend.requests[0]?.headers ?? {})).toBe('good')
    const withdrawn = await post('form', 'project-version', { fields: WITHDRAW, cookie })
    expect(locationOf(withdrawn)).toEqual([
      303,
      '/de/home/user/editicon?id=a1&result=withdrawn&version=1.1.0#own-versions',
    ])
    expect(backend.requests[1]).toMatchObject({
      method: 'PUT',
      url: '/api/v1/icon/a1/versions/1.1.0',
    })
    const fields = { ...WITHDRAW, change: 'discarded' }
    const discarded = await post('form', 'project-version', { fields, cookie })
    expect(locationOf(discarded)).toEqual([
      303,
      '/de/home/user/editicon?id=a1&result=discarded&version=1.1.0#own-versions',
    ])
    expect(backend.requests[2]).toMatchObject({
      method: 'DELETE',
      url: '/api/v1/icon/a1/versions/1.1.0?reason=Broken',
    })
    const noted = { ...WITHDRAW, change: 'noted', notes: 'Sun\r\n\r\n**Moon**' }
    const corrected = await post('form', 'project-version', { fields: noted, cookie })
    expect(locationOf(corrected)).toEqual([
      303,
      '/de/home/user/editicon?id=a1&result=noted&version=1.1.0#own-versions',
    ])
    expect(backend.requests[3]).toMatchObject({
      headers: { 'content-length': String(NOTED.length) },
    })
    expect(revalidated.mock.calls.slice(0, 3)).toMatchObject([
      [{ name: 'remove', params: { kind: 'icon', id: 'a1' }, isUncertain: false }],
      [{ name: 'changeVersion', params: { kind: 'icon', id: 'a1' }, isUncertain: false }],
      [{ name: 'discardVersion', params: { kind: 'icon', id: 'a1' }, isUncertain: false }],
    ])
  })

  it.each([
    [404, '/de/home/user/icon?result=gone'],
    [429, '/de/home/user/delete/icon/a1?result=rate'],
    [503, '/de/home/user/delete/icon/a1?result=unavailable'],
    [403, '/de/home/user/delete/icon/a1?result=refused'],
  ])('leads to a page with the reason if the backend answers %i', async (code, place) => {
    backend.behave((_, res) => answer(res, code, null))
    const answered = await post('form', 'project-delete', {
      fields: REMOVE,
      cookie: await signedIn('good'),
    })
    expect(locationOf(answered)).toEqual([303, place])
    // A failing backend may have executed the call.
    expect(revalidated).toHaveBeenCalledTimes(code === 503 ? 1 : 0)
  })

  it('leads to sign-in and back to the question without a session or after its end', async () => {
    const login = '/de/login?redirect=%2Fde%2Fhome%2Fuser%2Fdelete%2Ficon%2Fa1&ended=1'
    backend.behave((_, res) => answer(res, 401, null))
    for (const cookie of [undefined, 'session=forged', await signedIn('ended')]) {
      const answered = await post('form', 'project-delete', {
        fields: REMOVE,
        ...(cookie !== undefined && { cookie }),
      })
      expect(locationOf(answered), cookie).toEqual([303, login])
      expect(await tokenSetBy(answered.headers)).toBeNull()
      expect(setCookies(answered.headers).has('session_end')).toBe(true)
    }
    expect(revalidated).not.toHaveBeenCalled()
  })

  it('keeps the session with a renewed token', async () => {
    backend.behave((req, res) => {
      if (req.url?.endsWith('/auth/refresh_token')) {
        answerWith(res, { token: 'new' })
      } else answer(res, bearerOf(req.headers) === 'new' ? 200 : 401, null)
    })
    const answered = await post('form', 'project-delete', {
      fields: REMOVE,
      cookie: await signedIn('old'),
    })
    expect(locationOf(answered)).toEqual([303, '/de/home/user/icon?result=deleted'])
    expect(await tokenSetBy(answered.headers)).toBe('new')
  })

  it('with a reason that is too long leads back with the reason, without a call', async () => {
    const reason = '長'.repeat(301)
    const answered = await post('form', 'project-version', {
      fields: { ...WITHDRAW, reason },
      cookie: await signedIn('good'),
    })
    const place = new URL(answered.headers.get('location') ?? '', SITE)
    expect(place.pathname + place.hash).toBe('/de/home/user/withdraw/icon/a1/1.1.0#reason')
    expect(Object.fromEntries(place.searchParams)).toEqual({ result: 'too_long', reason })
    expect(backend.requests).toHaveLength(0)
  })

  it('is refused with 400 if a field is malformed, with 404 under an unknown name', async () => {
    const cookie = await signedIn('good')
    for (const wrong of [{ kind: 'font' }, { id: '../x' }, { locale: 'xx' }]) {
      const { status } = await post('form', 'project-delete', {
        fields: { ...REMOVE, ...wrong },
        cookie,
      })
      expect(status, JSON.stringify(wrong)).toBe(400)
    }
    const unknown = { ...WITHDRAW, change: 'maybe' }
    expect((await post('form', 'project-version', { fields: unknown, cookie })).status).toBe(400)
    expect((await post('form', 'project-publish', { fields: REMOVE, cookie })).status).toBe(404)
    expect(backend.requests).toHaveLength(0)
  })
})

describe('a form of the account page', () => {
  it.each([
    ['password', { password: '', new_password: 'difference-2' }, 'required', 'proof'],
    ['password', { password: 'engine-1843', new_password: '' }, 'password', 'new_password'],
    [
      'password',
      { password: 'engine-1843', new_password: 'difference-2', confirm: 'other-3' },
      'mismatch',
      'confirm',
    ],
    ['delete', { username: '', password: 'engine-1843' }, 'username', 'username'],
    ['delete', { username: 'ada', password: '' }, 'required', 'proof'],
    ['delete', { username: 'ada', code: '12' }, 'code', 'proof'],
  ] as const)(
    '%s with %j leads to the field of the error without a call',
    async (form, typed, outcome, field) => {
      const cookie = await signedIn('good')
      const answered = await post('form', `account-${form}`, {
        fields: { to: '/de/home/user', ...typed },
        cookie,
      })
      const place = new URL(answered.headers.get('location') ?? '', SITE)
      expect(place.searchParams.get('result')).toBe(`${form}.${outcome}`)
      expect(place.hash).toBe(`#${form}-${field}`)
      expect(place.href).not.toMatch(/engine-1843|difference-2|other-3/)
      expect(backend.requests).toHaveLength(0)
    },
  )
})

describe('signing out', () => {
  it('leads to a page that confirms it if the form asks for that (without scripts)', async () => {
    backend.behave((_, res) => answer(res, 200, null))
    const cookie = await signedIn('good')
    const fields = { to: '/de/home/index' }
    const confirmed = await post('session', 'end', { fields: { ...fields, confirm: '1' }, cookie })
    expect(locationOf(confirmed)).toEqual([303, '/de/login?ended=out'])
    expect(await tokenSetBy(confirmed.headers)).toBeNull()
    const plain = await post('session', 'end', { fields, cookie })
    expect(locationOf(plain)).toEqual([303, '/de/home/index'])
  })
})
