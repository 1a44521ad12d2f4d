import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from '#tests/support/faulty-backend.ts'
import { FORM_FIELDS, placeOf } from '#tests/support/posted-forms.ts'
import { setCookies, signedIn, SITE, startBehindWebApp } from '#tests/support/session.ts'

vi.mock('#lib/catalogue/revalidate.ts', () => ({ revalidateProject: () => undefined }))

/* Forms of pages of 0.2.0, which posted to their own address by server actions. The server passes them on (tests/integration/server/former-forms.test.ts). */

const backend = await startBehindWebApp()
beforeEach(() => backend.behave((_, res) => answer(res, 403, null)))

/** What 0.2.0 rendered for `TokenForm` and `EnterForm`; values and classes are shortened. */
const ACTION = `<input type="hidden" name="$ACTION_REF_1"/><input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;60${'a'.repeat(40)}&quot;,&quot;bound&quot;:&quot;$@1&quot;}"/><input type="hidden" name="$ACTION_1:1" value="[{&quot;name&quot;:&quot;&quot;,&quot;scopes&quot;:[&quot;publish&quot;],&quot;days&quot;:90,&quot;error&quot;:null,&quot;created&quot;:null}]"/><input type="hidden" name="$ACTION_KEY" value="k2740193765"/>`
const TOKEN_PAGE = `<form action="/de/home/user/tokens" class="space-y-6" noValidate="" encType="multipart/form-data" method="POST">${ACTION}<div role="alert"></div><div role="status"></div><input type="hidden" name="locale" value="de"/><input type="hidden" name="page" value="/de/home/user/tokens"/><input type="text" name="name" value="CI"/><input type="checkbox" name="scopes" checked="" value="publish"/><select name="days"><option value="90" selected="">90</option></select></form>`
const ENTER_PAGE = `<form action="/de/login" class="space-y-5" noValidate="" encType="multipart/form-data" method="POST">${ACTION}<input type="hidden" name="mode" value="password"/><input type="hidden" name="locale" value="de"/><input type="hidden" name="redirect" value="/de/home/user/tokens?a=1;b=2"/><input type="hidden" name="kept" value=""/><input type="text" name="account" value="ada"/><input type="password" name="password" value="engine-1843"/></form>`

type Fields = [name: string, value: string][]

/** What a browser sends of a form; of a `<select>` the value is given. */
function fieldsOf(html: string): Fields {
  const unescape = (text: string) => text.replaceAll('&quot;', '"')
  const inputs = [...html.matchAll(/<input [^>]*?name="([^"]*)"[^>]*?(?:value="([^"]*)")?\/>/g)]
  return inputs.map(([, name = '', value = '']) => [name, unescape(value)])
}

/** The same as the client router sends it: the argument of the action after its state. */
const asArgument = (fields: Fields): Fields => [
  ...fields
    .filter(([name]) => !name.startsWith('$'))
    .map(([name, value]): [string, string] => [`_1_${name}`, value]),
  ['0', '[{"error":null},"$K1"]'],
]

async function postFormer(fields: Fields, { query = '', cookie = '', headers = {} } = {}) {
  const { POST } = await import('#app/api/form/former/route.ts')
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const own = { 'sec-fetch-site': 'same-origin', cookie, ...headers }
  const url = `${SITE}/api/form/former${query}`
  return POST(new Request(url, { method: 'POST', headers: own, body }))
}

const signIn = () =>
  backend.behave((_, res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ code: 200, message: '', data: null, token: 'new' }))
  })

describe('a form of a page of 0.2.0', () => {
  it('without scripts makes its call, and leads to the page that shows the outcome', async () => {
    const cookie = await signedIn('good')
    let body = ''
    backend.behave(async (req, res) => {
      body = await text(req)
      answer(res, 403, null)
    })
    const answered = await postFormer([...fieldsOf(TOKEN_PAGE), ['days', '90']], { cookie })
    expect(answered.status).toBe(303)
    const place = placeOf(answered)
    expect(place.pathname + place.search).toBe('/de/home/user/tokens?form=token')
    expect(setCookies(answered.headers).has('form')).toBe(true)
    expect(JSON.parse(body)).toEqual({ name: 'CI', scopes: ['publish'], days: 90 })
  })

  it('with scripts leads there as the action would have, with its cookies', async () => {
    const cookie = await signedIn('good')
    const fields = asArgument([...fieldsOf(TOKEN_PAGE), ['days', '90']])
    const answered = await postFormer(fields, { cookie, query: '?script=1' })
    expect(answered.status).toBe(200)
    expect(answered.headers.get('location')).toBeNull()
    expect(answered.headers.get('x-action-redirect')).toBe('/de/home/user/tokens?form=token;push')
    expect(setCookies(answered.headers).has('form')).toBe(true)
  })

  it('signs in, and leads to where the page was opened from', async () => {
    signIn()
    const answered = await postFormer(fieldsOf(ENTER_PAGE))
    expect([answered.status, answered.headers.get('location')]).toEqual([
      303,
      '/de/home/user/tokens?a=1;b=2',
    ])
    const scripted = await postFormer(asArgument(fieldsOf(ENTER_PAGE)), { query: '?script=1' })
    // The client router takes what follows `;` for the kind of the redirect.
    expect(scripted.headers.get('x-action-redirect')).toBe('/de/home/user/tokens?a=1%3Bb=2;push')
    expect(setCookies(scripted.headers).has('session')).toBe(true)
  })

  it.each(['enter', 'token', 'publisher', 'release', 'status', 'answer'] as const)(
    'is the form %s of the table, by its fields',
    async (name) => {
      const { to = '/de/home/user/page', ...typed }: Record<string, string> = FORM_FIELDS[name]
      const cookie = name === 'enter' ? '' : await signedIn('good')
      const fields: Fields = [...fieldsOf(ACTION), ...Object.entries(typed), ['page', to]]
      const answered = await postFormer(fields, { cookie })
      expect(answered.status).toBe(303)
      expect(placeOf(answered).searchParams.get('form')).toBe(name)
    },
  )

  it('leads to sign-in and back after the end of its session', async () => {
    const answered = await postFormer([...fieldsOf(TOKEN_PAGE), ['days', '90']])
    const place = placeOf(answered)
    expect([place.pathname, place.searchParams.get('redirect')]).toEqual([
      '/de/login',
      '/de/home/user/tokens',
    ])
  })
})

it('anything else is refused as by other forms: another site, type, size, no form of the table', async () => {
  const token: Fields = [...fieldsOf(TOKEN_PAGE), ['days', '90']]
  const statusOf = async (fields: Fields, headers = {}) =>
    (await postFormer(fields, { headers })).status
  expect(await statusOf(token, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusOf(token, { 'content-type': 'text/plain' })).toBe(415)
  expect(await statusOf(token, { 'content-type': 'multipart/form-data' })).toBe(400)
  expect(await statusOf([...token, ['x', 'x'.repeat(33 * 1024)]])).toBe(413)
  expect(await statusOf([...token, ['x', 'x'.repeat(600 * 1024)]])).toBe(413)
  expect(await statusOf([['$ACTION_ID_x', '']])).toBe(400)
  expect(backend.requests).toHaveLength(0)
})
