import 'server-only'
import { z } from 'zod'
import { env } from '#lib/env.ts'
import { seal, unseal } from './secret.ts'
import { type Cookie, cookie } from './session.ts'

/** As long as browsers keep a cookie at most (RFC 6265bis, section 5.5), in seconds. */
const LIFETIME_S = 400 * 24 * 3600
/** A browser is known to so many accounts; the one that was added first goes. */
const DEVICES_MAX = 5
/** Longer values were not made here. */
const COOKIE_MAX = 4096

const devicesSchema = z.object({
  tokens: z.array(z.string().min(1).max(200)).max(DEVICES_MAX),
})

/** Holds, sealed, what the backend knows this browser by; it survives signing out. */
export const deviceCookieName = () =>
  env().SITE_URL.startsWith('https:') ? '__Host-devices' : 'devices'

/** The tokens in the cookie's value; none where it is missing, expired or tampered with. */
export async function deviceTokens(value: string | undefined): Promise<string[]> {
  if (!value || value.length > COOKIE_MAX) return []
  return (await unseal(value, LIFETIME_S, devicesSchema))?.tokens ?? []
}

/** The cookie with one more token, the newest first; none without a new one. */
export async function deviceCookies(
  known: readonly string[],
  added: string | undefined,
): Promise<Cookie[]> {
  if (added === undefined) return []
  const tokens = [added, ...known.filter((token) => token !== added)].slice(0, DEVICES_MAX)
  const sealed = await seal({ tokens }, LIFETIME_S)
  return [cookie(deviceCookieName(), sealed, { httpOnly: true, maxAge: LIFETIME_S })]
}

/** The header that tells the backend which accounts this browser is known to. */
export function deviceHeaders(tokens: readonly string[]): Record<string, string> {
  return tokens.length === 0 ? {} : { 'x-device-tokens': tokens.join(',') }
}
