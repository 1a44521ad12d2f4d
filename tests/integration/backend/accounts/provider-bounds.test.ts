import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callbackPath } from '#lib/contract/provider.ts'
import { askProvider } from '#backend/services/provider/ask.ts'
import {
  BUFFERED_BYTES,
  insideAddresses,
  pour,
  startServer,
  type TestServer,
} from '#tests/support/inside.ts'

const SITE = 'http://localhost:3000'
const TOKEN = { 'content-type': 'application/json' }

let provider: TestServer
let inside: TestServer
beforeAll(async () => {
  provider = await startServer()
  inside = await startServer()
})
afterAll(() => {
  provider.stop()
  inside.stop()
})
beforeEach(() => {
  inside.connections = 0
})

function signIn() {
  const { url } = provider
  const config = {
    clientId: 'a',
    clientSecret: 'b',
    issuer: url,
    token: `${url}/token`,
    user: `${url}/user`,
  }
  const redirect_uri = `${SITE}${callbackPath('github')}`
  return askProvider('github', config, SITE, {
    code: 'c',
    redirect_uri,
    code_verifier: 'v'.repeat(43),
  })
}

describe('a provider', () => {
  it.each(['/token', '/user'])('whose %s redirects to the inside is unreachable', async (at) => {
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of insideAddresses(inside.port)) {
        provider.behave = ({ url }, res) =>
          url === at
            ? res.writeHead(status, { location }).end()
            : res.writeHead(200, TOKEN).end('{"access_token":"t","token_type":"bearer"}')
        await expect(signIn(), `${status} ${location}`).rejects.toThrow('The provider')
      }
    }
    expect(inside.connections).toBe(0)
  })

  it.each(['/token', '/user'])(
    'whose %s answers without an end is unreachable after a bounded part of it',
    async (at) => {
      let poured = Promise.resolve(0)
      provider.behave = ({ url }, res) => {
        if (url !== at)
          return res.writeHead(200, TOKEN).end('{"access_token":"t","token_type":"bearer"}')
        poured = pour(res.writeHead(200, TOKEN), Buffer.alloc(64 * 1024, '['))
        return poured
      }
      await expect(signIn()).rejects.toThrow('cannot be reached')
      expect(await poured).toBeLessThan(BUFFERED_BYTES)
    },
  )
})
