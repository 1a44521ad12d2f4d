import 'server-only'
import { z } from 'zod'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { env } from '#lib/env.ts'
import { seal, unseal } from './secret.ts'

/** A session that is not used for so long ends, in seconds; as long as a token can be exchanged. */
const LIFETIME_S = 30 * 24 * 3600
/** The cookie is given out anew, with its whole lifetime, when it is older than this, in ms. */
const SLIDE_MS = 24 * 3600 * 1000
/** Longer values are none of ours: a browser refuses them. */
const COOKIE_MAX = 4096

/** What the cookie holds. The token is in no page, script, address or log. */
const sessionSchema = z.object({
  token: z.string().min(1),
  /** What the account was called when it was last asked; `null`: not yet. */
  user: accountInfoSchema.nullable(),
  /** When the cookie was made, in ms since 1970 by the clock of whoever made it. */
  sealedAt: z.number(),
})
export type Session = z.infer<typeof sessionSchema>

export type Cookie = {
  name: string
  value: string
  options: { path: '/'; httpOnly: boolean; sameSite: 'lax'; secure: boolean; maxAge: number }
}

const isHttps = () => env().SITE_URL.startsWith('https:')

/** `__Host-` keeps other hosts and plain http from setting it (RFC 6265bis, section 4.1.3.2). */
export const sessionCookieName = () => (isHttps() ? '__Host-session' : 'session')
/** Tells scripts of the page, and them alone, that somebody is signed in; holds nothing secret. */
export const HINT_COOKIE = 'signed_in'

/**
 * The session in a cookie's value: `null` without one, `'unreadable'` for one that was tampered
 * with, has expired, or was sealed by a secret that is gone.
 */
export async function openSession(
  value: string | undefined,
): Promise<Session | null | 'unreadable'> {
  if (value === undefined || value === '') return null
  if (value.length > COOKIE_MAX) return 'unreadable'
  return (await unseal(value, LIFETIME_S, sessionSchema)) ?? 'unreadable'
}

/** The cookies that begin or go on with a session. */
export async function sessionCookies(session: Omit<Session, 'sealedAt'>): Promise<Cookie[]> {
  const sealed = await seal({ ...session, sealedAt: Date.now() }, LIFETIME_S)
  return [
    cookie(sessionCookieName(), sealed, { httpOnly: true }),
    cookie(HINT_COOKIE, '1', { httpOnly: false }),
  ]
}

/**
 * How a session ended: its owner signed out or deleted the account, or the server said that it is
 * over, with its message and reason.
 */
export type SessionEnd =
  | { by: 'owner' | 'deletion' }
  | { by: 'server'; message?: string; reason?: string | undefined }

/** Tells the next page of this browser how the session ended; scripts show it and delete it. */
const END_COOKIE = 'session_end'
/** The next page is there by then, in seconds. */
const END_S = 60
/** A message is cut to so many characters: a cookie has room for 4096 bytes, `%` signs included. */
const END_MESSAGE_MAX = 300

/** The cookies that end a session; with `end`, the next page says how it ended. */
export function endCookies(end?: SessionEnd): Cookie[] {
  return [
    cookie(sessionCookieName(), '', { httpOnly: true, maxAge: 0 }),
    cookie(HINT_COOKIE, '', { httpOnly: false, maxAge: 0 }),
    ...(end ? [cookie(END_COOKIE, endText(end), { httpOnly: false, maxAge: END_S })] : []),
  ]
}

function endText(end: SessionEnd): string {
  if (end.by !== 'server') return encodeURIComponent(JSON.stringify(end))
  const message = (end.message ?? '').slice(0, END_MESSAGE_MAX).toWellFormed()
  return encodeURIComponent(JSON.stringify({ ...end, message }))
}

/**
 * Whether the cookie is to be given out anew. A clock that is off makes it so once at most: the new
 * cookie bears the time of that clock.
 */
export const isAged = ({ sealedAt }: Session) => Date.now() - sealedAt > SLIDE_MS

/** A cookie of the whole site. */
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
  const flags = [
    `${name}=${value}`,
    `Path=${options.path}`,
    `Max-Age=${options.maxAge}`,
    'SameSite=Lax',
    ...(options.httpOnly ? ['HttpOnly'] : []),
    ...(options.secure ? ['Secure'] : []),
  ]
  return flags.join('; ')
}

/** The value of a cookie in a `Cookie` header; the first where there are several. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
