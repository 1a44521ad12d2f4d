import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { setProcessState } from '#lib/process-state.ts'
import { proxy } from '#lib/session/proxy.ts'
import { createdToken } from './access-tokens.ts'
import { registered } from './accounts.ts'
import { startTestBackend } from './backend.ts'
import { SESSION_SECRET } from './session-secret.ts'

const portSchema = z.object({ port: z.number() })

/** A server on a free port of this machine. */
async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const address = await new Promise<AddressInfo>((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, resolve)
    stops.push(
      () =>
        new Promise<void>((done) => {
          server.close(() => done())
          if ('closeAllConnections' in server) server.closeAllConnections()
        }),
    )
  })
  return `http://127.0.0.1:${portSchema.parse(address).port}`
}
const stops: (() => Promise<void>)[] = []

/** The backend behind the handler of the web app for `/api/v1`, with an account and its access token. */
export async function startCliSite(options: Parameters<typeof startTestBackend>[0] = {}) {
  const backend = await startTestBackend(options)
  const backendUrl = await listen((request) => backend.app.fetch(request))
  // Not as stubs, which end with each test: the site serves all tests of a file.
  const site = { BACKEND_URL: backendUrl, SITE_URL: 'http://localhost:3000', SESSION_SECRET }
  Object.assign(process.env, site)
  setProcessState('variables', undefined)
  const url = await listen((request) => proxy(request))
  const session = await registered(backend)
  const { secret: token } = await createdToken(backend, session)
  return {
    backend,
    url,
    session,
    token,
    env: { KEYSTRIP_SITE: url, KEYSTRIP_TOKEN: token },
    stop: async () => {
      for (const stop of stops.splice(0)) await stop()
      await backend.stop()
      for (const name of Object.keys(site)) Reflect.deleteProperty(process.env, name)
    },
  }
}
