import 'server-only'
import { parse, serialize } from 'hono/utils/cookie'
import { z } from 'zod'
import { accountInfoSchema } from '#lib/contract/account.ts'
import { env } from '#lib/env.ts'
import { SESSION_COOKIE } from './cookie-name.ts'
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
  options: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean; maxAge: number }
}

const isHttps = () => env().SITE_URL.startsWith('https:')

/** `__Host-` prevents other hosts and plain http from setting it (RFC 6265bis, section 4.1.3.2). */
export const sessionCookieName = () => (isHttps() ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE)
/** Tells scripts of the page whether there is a session; not secret and not trusted. */
export const HINT_COOKIE = 'signed_in'
/** The state of a form that was posted without scripts (lib/form/kept.ts); it may have a secret. */
export const formCookieName = () => (isHttps() ? '__Host-form' : 'form')

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

/**
 * The cookies that end a session; with `end`, the next page shows how it ended. Cookies of the same names that were set for a part of
 * the site are deleted as well, for every path that the request could have sent them for: a browser sends the longest path first.
 */
export function endCookies(request: Requested, end?: SessionEnd): Cookie[] {
  const root = [
    cookie(sessionCookieName(), '', { httpOnly: true, maxAge: 0 }),
    cookie(HINT_COOKIE, '', { httpOnly: false, maxAge: 0 }),
  ]
  const below = pathsAbove(requestPath(request)).flatMap((path) =>
    // A name that begins with `__Host-` has no other path.
    root
      .filter(({ name }) => !name.startsWith('__Host-'))
      .map((one) => ({ ...one, options: { ...one.options, path } })),
  )
  return [
    ...below,
    ...root,
    // The next account of this browser gets none of it.
    cookie(formCookieName(), '', { httpOnly: true, maxAge: 0 }),
    ...(end ? [cookie(END_COOKIE, endText(end), { httpOnly: false, maxAge: END_S })] : []),
  ]
}

/** What a request asked for: its target as the server in front passed it on, else its address. */
type Requested = { headers: Pick<Headers, 'get'>; url?: string }

const requestPath = ({ headers, url = '/' }: Requested): string =>
  (headers.get('x-request-target') ?? URL.parse(url)?.pathname ?? '/').split(/[?#]/)[0] ?? '/'

/** Segments of a path that are looked at. */
const SEGMENTS_MAX = 8

/** The paths below the root for which a browser sends a cookie to `path` (RFC 6265, section 5.1.4). */
function pathsAbove(path: string): string[] {
  const segments = path.split('/').slice(1, SEGMENTS_MAX + 1)
  // No cookie has a path with a delimiter of its own header.
  const end = segments.findIndex((segment) => !/^[\x21-\x2b\x2d-\x3a\x3c-\x7e]+$/.test(segment))
  const plain = end === -1 ? segments : segments.slice(0, end)
  return plain.flatMap((_, at) => {
    const prefix = `/${plain.slice(0, at + 1).join('/')}`
    return [prefix, `${prefix}/`]
  })
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

/** The decoded value of a cookie in a `Cookie` header; of several, the first. */
export const readCookie = (header: string | null, name: string): string | undefined =>
  readCookies(header, name)[0]

/** Cookies of one name that are looked at. */
const VALUES_MAX = 10

/**
 * The decoded values of a cookie in a `Cookie` header, which has several if they were set for different paths. A value with characters
 * that RFC 6265 forbids reads as `invalid`, so that it is treated as unreadable and deleted.
 */
function readCookies(header: string | null, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .slice(0, VALUES_MAX)
    .map((pair) => parse(pair, name)[name] ?? 'invalid')
}

/** The session of a `Cookie` header: of several cookies the first that can be opened; else as `openSession`. */
export async function readSession(header: string | null): Promise<Session | null | 'unreadable'> {
  let result: null | 'unreadable' = null
  for (const value of readCookies(header, sessionCookieName())) {
    const opened = await openSession(value)
    if (opened !== null && opened !== 'unreadable') return opened
    result = opened ?? result
  }
  return result
}
