import 'server-only'
import { parse, serialize } from 'hono/utils/cookie'
import { z } from 'zod'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { env } from '#lib/env.ts'
import { seal, unseal } from './secret.ts'

/** An unused session expires after this time, in seconds; equals the refresh lifetime of a token. */
const LIFETIME_S = 30 * 24 * 3600
/** An older cookie is renewed with its full lifetime, in ms. */
const SLIDE_MS = 24 * 3600 * 1000
/** Browsers reject longer cookies, in characters. */
const COOKIE_MAX = 4096

/** Content of the session cookie. The token never reaches a page, script, address or log. */
const sessionSchema = z.object({
  token: z.string().min(1),
  /** The account as last read; `null` before the first read. */
  user: accountInfoSchema.nullable(),
  /** Time of sealing, in ms since the epoch. */
  sealedAt: z.number(),
})
export type Session = z.infer<typeof sessionSchema>

export type Cookie = {
  name: string
  value: string
  options: { path: '/'; httpOnly: boolean; sameSite: 'lax'; secure: boolean; maxAge: number }
}

const isHttps = () => env().SITE_URL.startsWith('https:')

/** `__Host-` prevents other hosts and plain http from setting it (RFC 6265bis, section 4.1.3.2). */
export const sessionCookieName = () => (isHttps() ? '__Host-session' : 'session')
/** Tells scripts of the page whether there is a session; not secret and not trusted. */
export const HINT_COOKIE = 'signed_in'

/**
 * The session in a cookie value: `null` without a value, `'unreadable'` if it is tampered with, expired or
 * sealed with a removed secret.
 */
export async function openSession(
  value: string | undefined,
): Promise<Session | null | 'unreadable'> {
  if (value === undefined || value === '') return null
  if (value.length > COOKIE_MAX) return 'unreadable'
  return (await unseal(value, LIFETIME_S, sessionSchema)) ?? 'unreadable'
}

/** The cookies that start or renew a session. */
export async function sessionCookies(session: Omit<Session, 'sealedAt'>): Promise<Cookie[]> {
  const sealed = await seal({ ...session, sealedAt: Date.now() }, LIFETIME_S)
  return [
    cookie(sessionCookieName(), sealed, { httpOnly: true }),
    cookie(HINT_COOKIE, '1', { httpOnly: false }),
  ]
}

/**
 * How a session ended: signed out, account deleted, or refused by the backend, with its message and
 * reason.
 */
export type SessionEnd =
  | { by: 'owner' | 'deletion' }
  | { by: 'server'; message?: string; reason?: string | undefined }

/** Tells the next page how the session ended; a script shows it and deletes the cookie. */
const END_COOKIE = 'session_end'
/** Time until the next page has loaded, in seconds. */
const END_S = 60
/** Longest message in the cookie, in characters: percent-encoded it must fit into 4096 bytes. */
const END_MESSAGE_MAX = 300

/** The cookies that end a session; with `end`, the next page shows how it ended. */
export function endCookies(end?: SessionEnd): Cookie[] {
  return [
    cookie(sessionCookieName(), '', { httpOnly: true, maxAge: 0 }),
    cookie(HINT_COOKIE, '', { httpOnly: false, maxAge: 0 }),
    ...(end ? [cookie(END_COOKIE, endText(end), { httpOnly: false, maxAge: END_S })] : []),
  ]
}

function endText(end: SessionEnd): string {
  if (end.by !== 'server') return JSON.stringify(end)
  const message = (end.message ?? '').slice(0, END_MESSAGE_MAX).toWellFormed()
  return JSON.stringify({ ...end, message })
}

/**
 * Whether the cookie needs renewal. A wrong clock causes at most one renewal, because the new cookie has
 * the time of the same clock.
 */
export const isAged = ({ sealedAt }: Session) => Date.now() - sealedAt > SLIDE_MS

/** A cookie for the whole site. */
export function cookie(
  name: string,
  value: string,
  { httpOnly, maxAge = LIFETIME_S }: { httpOnly: boolean; maxAge?: number },
): Cookie {
  return {
    name,
    value,
    options: { path: '/', httpOnly, sameSite: 'lax', secure: isHttps(), maxAge },
  }
}

/** A cookie as the value of a `Set-Cookie` header (RFC 6265, section 4.1). */
export function setCookieHeader({ name, value, options }: Cookie): string {
  return serialize(name, value, options)
}

/**
 * The decoded value of a cookie in a `Cookie` header; of several, the first. A value with characters
 * that RFC 6265 forbids reads as `invalid`, so that it is treated as unreadable and deleted.
 */
export function readCookie(header: string | null, name: string): string | undefined {
  const value = parse(header ?? '', name)[name]
  if (value !== undefined) return value
  const isPresent = header?.split(';').some((pair) => pair.trim().startsWith(`${name}=`))
  return isPresent ? 'invalid' : undefined
}
