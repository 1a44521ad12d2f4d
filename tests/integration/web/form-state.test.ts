import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answerStateSchema } from '#lib/own-projects/answer-form.ts'
import { enterStateSchema } from '#lib/sign-in/enter-form.ts'
import { tokenStateSchema } from '#lib/programs/token-form.ts'
import { keptState } from '#lib/form/kept.ts'
import { endCookies } from '#lib/session/session.ts'
import { answer, answerWith } from '#tests/support/faulty-backend.ts'
import { envelopeOf, FORM_FIELDS, placeOf, post, SCRIPT } from '#tests/support/posted-forms.ts'
import { setCookies, startBehindWebApp, tokenSetBy } from '#tests/support/session.ts'

vi.mock('#lib/catalogue/revalidate.ts', () => ({ revalidateProject: () => undefined }))
const jar = vi.hoisted(() => new Map<string, { value: string }>())
vi.mock('next/headers', () => ({ cookies: () => Promise.resolve(jar) }))

const backend = await startBehindWebApp()
beforeEach(() => jar.clear())

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
      const reason = req.url?.endsWith('/log_in') ? 'code_needed' : 'refused'
      answerWith(res, { code: 403, reason }, 403)
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
    const long = { ...FORM_FIELDS.answer, text: '長'.repeat(2001) }
    let body: unknown
    backend.behave(async (req, res) => {
      if (req.method === 'POST') body = JSON.parse(await text(req))
      const data = req.method === 'POST' ? { id: 'f1' } : null
      answer(res, 200, data)
    })
    const answered = await post('answer', { fields: long })
    expect(placeOf(answered).search).toBe('?kind=icon&form=answer&kept=f1')
    expect(setCookies(answered.headers).has('form')).toBe(false)
    const state = { text: long.text, error: 'too_long', isSent: false }
    expect(body).toEqual({ content: { name: 'answer', state } })
    backend.behave((_, res) => answer(res, 200, { id: 'f1', content: { name: 'answer', state } }))
    const query = { form: 'answer', kept: 'f1' }
    expect(await keptState(query, 'answer', answerStateSchema, 'good')).toEqual(state)
    expect(await keptState(query, 'answer', answerStateSchema), 'without a session').toBeNull()
  })
})

it('the end of a session ends the state of a form, which may have a secret', () => {
  const ended = endCookies({ headers: new Headers() }).find(({ name }) => name === 'form')
  expect(ended).toMatchObject({ value: '', options: { path: '/', maxAge: 0 } })
})

it('signing in sets the session and leads to the page that was asked for', async () => {
  backend.behave((_, res) => {
    answerWith(res, { token: 'new' })
  })
  const fields = { ...FORM_FIELDS.enter, redirect: '/de/home/user?x=1' }
  const plain = await post('enter', { fields, cookie: null })
  expect([plain.status, plain.headers.get('location')]).toEqual([303, '/de/home/user?x=1'])
  expect(await tokenSetBy(plain.headers)).toBe('new')
  const scripted = await post('enter', { fields, cookie: null, headers: SCRIPT })
  expect(await tokenSetBy(scripted.headers)).toBe('new')
  expect((await envelopeOf(scripted)).data).toMatchObject({ to: '/de/home/user?x=1', state: null })
})

it('fields that the backend refuses are named by the contract, not by its text', async () => {
  const refusal = { code: 400, message: 'Nope.', reason: 'invalid_input', fields: ['new_password'] }
  backend.behave((_, res) => answerWith(res, refusal, 400))
  const { data } = await envelopeOf(await post('account-password', { headers: SCRIPT }))
  expect(data?.state).toMatchObject({ outcomes: ['password'], message: '' })
  expect(placeOf(await post('account-password')).hash).toBe('#password-new_password')
})
