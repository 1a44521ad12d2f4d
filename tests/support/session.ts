import { beforeEach } from 'vitest'
import { startFaultyBackend } from './faulty-backend.ts'
import { SESSION_SECRET } from './session-secret.ts'
import { stoppedAtEnd } from './stopped-at-end.ts'
import { setProcessState } from '#lib/process-state.ts'
import { proxy } from '#lib/session/proxy.ts'
import {
  type Cookie,
  openSession,
  sessionCookieName,
  sessionCookies,
} from '#lib/session/session.ts'
import { stubVariables } from './web-variables.ts'

/** The cookies set by a response, by name. */
export function setCookies(headers: Headers): Map<string, { value: string; flags: string }> {
  return new Map(
    headers.getSetCookie().map((header) => {
      const [pair = '', ...flags] = header.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), flags: flags.join('; ') }]
    }),
  )
}

/** The `Cookie` header of a browser that is signed in with `token`. */
export async function signedIn(token: string): Promise<string> {
  const cookies: Cookie[] = await sessionCookies({ token, user: null })
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** The token in the session cookie of a response; `null` if the response ends the session. */
export async function tokenSetBy(headers: Headers): Promise<string | null | undefined> {
  const value = setCookies(headers).get(sessionCookieName())?.value
  if (value === undefined) return undefined
  if (value === '') return null
  const session = await openSession(value)
  return session === null || session === 'unreadable' ? undefined : session.token
}

export const SITE = 'http://localhost:3000'
type Init = RequestInit & { cookie?: string }

/** Calls the web app's `/api/v1` as a page of the site does; empty headers are omitted. */
export async function callProxy(path: string, { cookie, headers, ...init }: Init = {}) {
  const all = {
    'sec-fetch-site': 'same-origin',
    ...(typeof init.body === 'string' && {
      'content-type': 'application/json',
      'content-length': String(init.body.length),
    }),
    ...(cookie !== undefined && { cookie }),
    ...Object.fromEntries(new Headers(headers)),
  }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  return proxy(
    new Request(`${SITE}/api/v1${path}`, { ...init, headers: Object.fromEntries(given) }),
  )
}

/** For a file of tests: a backend that behaves as each test wants it, behind the web app, without the requests of the test before. */
export async function startBehindWebApp() {
  const backend = await stoppedAtEnd(startFaultyBackend())
  beforeEach(() => {
    stubWebApp(backend.url)
    backend.requests.length = 0
  })
  return backend
}

/** Configures the web app to use `backendUrl` and resets the state of earlier tests. */
export function stubWebApp(backendUrl: string) {
  stubVariables({ BACKEND_URL: backendUrl, SITE_URL: SITE, SESSION_SECRET })
  setProcessState('refreshes', undefined)
}

/** The bearer token of a request to the backend. */
export const bearerOf = (headers: NodeJS.Dict<string | string[]>) =>
  String(headers['authorization'] ?? '').replace('Bearer ', '')
