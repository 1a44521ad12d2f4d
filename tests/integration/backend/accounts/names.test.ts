import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseConfig } from '#backend/config.ts'
import { clientOf, registeredByMail } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { providerVariables, startProviderStub } from '#tests/support/providers.ts'
import { publishProject } from '#tests/support/publishing.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const HOME = 'http://localhost:3000/github-callback'

const stub = await stoppedAtEnd(startProviderStub())
const { providers } = parseConfig({
  DATABASE_URL: 'postgres://localhost/x',
  ...providerVariables(stub.url, 'http://127.0.0.1:9'),
})
const backend = await testBackend({ providers })
beforeEach(() => backend.empty())

/** Comes by GitHub. @returns the token. */
async function cameBy(name: string, id = 4711): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const person = { id, name, email: `${name}@example.com`, verified: true }
  const code = stub.consent(person, verifier, HOME)
  const query = new URLSearchParams({ code, redirect_uri: HOME, code_verifier: verifier })
  const { token = '' } = await clientOf(backend).ask(`/auth/github/oauth/token?${query}`)
  return token
}
const choose = (token: string, username: string) =>
  clientOf(backend).post('/account/name', { username }, token)
const whoIs = async (token: string) =>
  (await clientOf(backend).ask('/account/info', { token })).data

describe('the user name of an account created by a provider', () => {
  it('can be chosen once', async () => {
    const token = await cameBy('octo-ada')
    expect(await whoIs(token)).toMatchObject({ username: 'octo-ada', name_pending: true })
    expect(await choose(token, ' Ada_Lovelace ')).toMatchObject({ code: 200 })
    expect(await whoIs(token)).toMatchObject({ username: 'Ada_Lovelace', name_pending: false })
    expect(await choose(token, 'countess')).toMatchObject({ code: 409, reason: 'name_settled' })
    expect(await whoIs(token)).toMatchObject({ username: 'Ada_Lovelace' })
  })

  it('can be kept, which counts as the choice', async () => {
    const token = await cameBy('octo-ada')
    expect(await choose(token, 'octo-ada')).toMatchObject({ code: 200 })
    expect(await whoIs(token)).toMatchObject({ username: 'octo-ada', name_pending: false })
  })

  it('cannot become a taken name in any case, and can still be chosen afterwards', async () => {
    await registeredByMail(backend)
    const token = await cameBy('octo-cat')
    expect(await choose(token, 'ADA_LOVELACE')).toMatchObject({
      code: 409,
      reason: 'username_taken',
    })
    expect(await whoIs(token)).toMatchObject({ username: 'octo-cat', name_pending: true })
  })

  it.each(['ada', 'Zofie Nova', 'a\u0000bcd', 'x'.repeat(21), ''])(
    '%j is refused as a user name',
    async (username) => {
      const token = await cameBy('octo-ada')
      expect(await choose(token, username)).toMatchObject({ code: 400 })
    },
  )

  it('cannot change after a publication', async () => {
    const token = await cameBy('octo-ada')
    await publishProject(backend, token)
    expect(await whoIs(token)).toMatchObject({ username: 'octo-ada', name_pending: false })
    expect(await choose(token, 'countess')).toMatchObject({ code: 409, reason: 'name_settled' })
  })

  it('goes to one of two concurrent requests', async () => {
    const tokens = await Promise.all([cameBy('octo-ada', 1), cameBy('octo-bob', 2)])
    const answers = await Promise.all(tokens.map((token) => choose(token, 'countess')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  it('cannot change for a registered account, nor without a session', async () => {
    const token = await registeredByMail(backend)
    expect(await whoIs(token)).toMatchObject({ name_pending: false })
    expect(await choose(token, 'countess')).toMatchObject({ code: 409, reason: 'name_settled' })
    expect(await choose('x'.repeat(43), 'countess')).toMatchObject({
      code: 401,
      reason: 'no_session',
    })
  })
})
