import { vi } from 'vitest'
import { SESSION_SECRET } from './session-secret.ts'
import type { Cookie } from '#lib/session/session.ts'

/** The cookies that an answer sets, by name. */
export function setCookies(headers: Headers): Map<string, { value: string; flags: string }> {
  return new Map(
    headers.getSetCookie().map((header) => {
      const [pair = '', ...flags] = header.split('; ')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), { value: pair.slice(at + 1), flags: flags.join('; ') }]
    }),
  )
}

/** A `Cookie` header for somebody who is signed in with `token`. */
export async function signedIn(token: string): Promise<string> {
  const { sessionCookies } = await import('#lib/session/session.ts')
  const cookies: Cookie[] = await sessionCookies({ token, user: null })
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** The token in the session that an answer sets; `null` where it ends the session. */
export async function tokenSetBy(headers: Headers): Promise<string | null | undefined> {
  const { openSession, sessionCookieName } = await import('#lib/session/session.ts')
  const value = setCookies(headers).get(sessionCookieName())?.value
  if (value === undefined) return undefined
  if (value === '') return null
  const session = await openSession(value)
  return session === null || session === 'unreadable' ? undefined : session.token
}

export const SITE = 'http://localhost:3000'
type Init = RequestInit & { cookie?: string }

/** Calls the web app's `/api/v1` as a page of the site does; an empty header is left out. */
export async function callProxy(path: string, { cookie, headers, ...init }: Init = {}) {
  const { proxy } = await import('#lib/session/proxy.ts')
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

/** A web app that asks `backendUrl`, with nothing left of the test before. */
export function stubWebApp(backendUrl: string) {
  vi.stubEnv('BACKEND_URL', backendUrl)
  vi.stubEnv('SITE_URL', SITE)
  vi.stubEnv('SESSION_SECRET', SESSION_SECRET)
  vi.resetModules()
  Reflect.deleteProperty(globalThis, Symbol.for('keystrip.refresh-flights'))
}

/** The token that a request brought to the backend. */
export const bearerOf = (headers: NodeJS.Dict<string | string[]>) =>
  String(headers['authorization'] ?? '').replace('Bearer ', '')
