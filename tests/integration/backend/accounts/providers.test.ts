import { createHash, randomBytes } from 'node:crypto'
import { Events } from 'oauth2-mock-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { siteSettings } from '#backend/db/tables.ts'
import { parseConfig } from '#backend/config.ts'
import { callbackPath, type Provider } from '#lib/contract/provider.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { startTestBackend, testBackend } from '#tests/support/backend.ts'
import {
  CLIENT,
  type ProviderPerson,
  providerVariables,
  startGoogle,
  startProviderStub,
} from '#tests/support/providers.ts'
import { headOnly } from '#tests/support/head.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const SITE = 'http://localhost:3000'
const OCTO: ProviderPerson = {
  id: 4711,
  name: 'octo-ada',
  email: 'ada@example.com',
  verified: true,
}

const stub = await stoppedAtEnd(startProviderStub())
const google = await stoppedAtEnd(startGoogle())
const { providers } = parseConfig({
  DATABASE_URL: 'postgres://localhost/x',
  ...providerVariables(stub.url, google.url),
})
const backend = await testBackend({ providers })
beforeEach(() => backend.empty())

type Twist = { code?: string; redirect_uri?: string; code_verifier?: string }

/** Comes back from a provider as `person`. */
function signIn(provider: Provider, person: ProviderPerson, twist: Twist = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const home = `${SITE}${callbackPath(provider)}`
  const query = new URLSearchParams({
    code: stub.consent(person, verifier, home),
    redirect_uri: home,
    code_verifier: verifier,
    ...twist,
  })
  return clientOf(backend).ask(`/auth/${provider}/oauth/token?${query}`)
}
async function whoIs(token: string | undefined) {
  return (await clientOf(backend).ask('/account/info', { token: token ?? '' })).data
}

describe.each(['github', 'discord'] as const)('signing in by %s', (provider) => {
  it('is not found while an administrator has switched it off', async () => {
    const by = { changedAt: new Date(), by: '' }
    const row = { name: `provider.${provider}`, value: 'off', revision: 1, ...by }
    await backend.db.insert(siteSettings).values(row)
    expect(await signIn(provider, OCTO)).toMatchObject({ code: 404 })
    await backend.db.delete(siteSettings)
    expect(await signIn(provider, OCTO)).toMatchObject({ code: 200 })
  })

  it('creates an account the first time and finds it the next time', async () => {
    const first = await signIn(provider, OCTO)
    expect(first).toMatchObject({ code: 200, data: null })
    const me = await whoIs(first.token)
    expect(me).toMatchObject({
      username: 'octo-ada',
      email: 'ada@example.com',
      has_password: false,
    })
    const renamed = { ...OCTO, name: 'another-name', email: 'new@example.com' }
    expect(await whoIs((await signIn(provider, renamed)).token)).toEqual(me)
  })

  it('finds the account with the same address if the provider has verified it', async () => {
    const own = await whoIs(await registeredByMail(backend))
    expect(await whoIs((await signIn(provider, OCTO)).token)).toEqual(own)
  })

  it('does not take over an account with an unverified address', async () => {
    const own = await whoIs(await registeredByMail(backend))
    const { token } = await signIn(provider, { ...OCTO, verified: false })
    const other = await whoIs(token)
    expect(other).toMatchObject({ username: 'octo-ada', email: '' })
    expect(other).not.toEqual(own)
  })

  it.each([
    ['', 'designer-user'],
    ['Zoë', 'designer-user', 'Zoe-user'],
    ['x', 'x-user'],
    ['a name that is far longer than any', 'a-name-that-is-far'],
    ['Žofie Nováková', 'Zofie-Novakova'],
    ['李雷', 'designer-user'],
  ])('a provider name %j becomes a valid user name', async (name, ...expected) => {
    const { token } = await signIn(provider, { ...OCTO, name, email: '' })
    const { username } = Object(await whoIs(token))
    expect(expected).toContain(username)
  })

  it('proposes another name if the name is taken', async () => {
    await registeredByMail(backend, { username: 'Octo-Ada', email: 'other@example.com' })
    expect(await whoIs((await signIn(provider, OCTO)).token)).toMatchObject({
      username: 'octo-ada-2',
    })
  })

  it('rejects a forged or used code and another verifier', async () => {
    const other = { code_verifier: randomBytes(32).toString('base64url') }
    for (const twist of [{ code: 'forged' }, other]) {
      expect(await signIn(provider, OCTO, twist)).toMatchObject({
        code: 403,
        reason: 'provider_refused',
      })
    }
  })

  it.each([
    `${SITE}/other-callback`,
    `${SITE}/${provider}-callback/`,
    `${SITE}/${provider}-callback?x`,
    `http://evil.example/${provider}-callback`,
  ])('is refused for the redirect address %s', async (redirect_uri) => {
    expect(await signIn(provider, OCTO, { redirect_uri })).toMatchObject({ code: 400 })
  })
})

describe('signing in by Google', () => {
  /** Through Google's own page, which asks nothing here, and back with its code. */
  async function enter(user: Record<string, unknown>) {
    google.server.service.once(Events.BeforeUserinfo, (answer) => {
      answer.body = user
    })
    const verifier = randomBytes(32).toString('base64url')
    const page = new URL(`${google.url}/authorize`)
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT.id,
      redirect_uri: `${SITE}/google-callback`,
      scope: 'openid email profile',
      state: 'x',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()
    const back = await headOnly(fetch(page, { redirect: 'manual' }))
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
    return signIn('google', OCTO, { code, code_verifier: verifier })
  }
  const ADA = { sub: '1000', name: 'Ada Lovelace' }

  it('uses the verified address and a valid name', async () => {
    const { token } = await enter({ ...ADA, email: 'ada@gmail.example', email_verified: true })
    expect(await whoIs(token)).toMatchObject({
      username: 'Ada-Lovelace',
      email: 'ada@gmail.example',
    })
  })

  it('ignores an address that Google has not verified', async () => {
    const own = await whoIs(await registeredByMail(backend))
    const { token } = await enter({ ...ADA, email: 'ada@example.com', email_verified: false })
    expect(await whoIs(token)).not.toEqual(own)
    expect(await whoIs(token)).toMatchObject({ email: '' })
  })

  it('is a 503 on an invalid response', async () => {
    expect(await enter({ hello: 'world' })).toMatchObject({ code: 503, data: null })
    expect(await enter(ADA)).toMatchObject({ code: 200 })
  })
})

it('a provider that is not configured is rejected', async () => {
  const other = await startTestBackend()
  const query = `code=x&redirect_uri=${SITE}/github-callback&code_verifier=${'x'.repeat(43)}`
  expect(await clientOf(other).ask(`/auth/github/oauth/token?${query}`)).toMatchObject({
    code: 404,
  })
  await other.stop()
})

it('an unavailable provider is a 503 without its address', async () => {
  const { providers } = parseConfig({
    DATABASE_URL: 'postgres://localhost/x',
    ...providerVariables('http://127.0.0.1:9', 'http://127.0.0.1:9'),
  })
  const other = await startTestBackend({ providers })
  const query = `code=x&redirect_uri=${SITE}/github-callback&code_verifier=${'x'.repeat(43)}`
  const answer = await clientOf(other).ask(`/auth/github/oauth/token?${query}`)
  expect(answer).toMatchObject({ status: 503, code: 503, data: null })
  expect(answer.message).not.toContain('127.0.0.1')
  await other.stop()
})

it('a provider opens no account where registration is closed, and signs in to one that exists', async () => {
  const known = await signIn('github', OCTO)
  await backend.db
    .insert(siteSettings)
    .values({ name: 'registration', value: 'closed', revision: 1, changedAt: new Date(), by: '' })
  const other = { ...OCTO, id: 1234, name: 'other', email: 'other@example.com' }
  expect(await signIn('github', other)).toMatchObject({ code: 403, reason: 'registration_closed' })
  expect(await whoIs((await signIn('github', OCTO)).token)).toEqual(await whoIs(known.token))
})
