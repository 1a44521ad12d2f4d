import 'server-only'
import { z } from 'zod'
import { env } from '#lib/env.ts'
import { seal, unseal } from './secret.ts'
import { type Cookie, cookie } from './session.ts'

/** The longest lifetime of a cookie (RFC 6265bis, section 5.5), in seconds. */
const LIFETIME_S = 400 * 24 * 3600
/** Device tokens per browser, one per account; the oldest is dropped. */
const DEVICES_MAX = 5
/** Longer values are rejected without unsealing, in characters. */
const COOKIE_MAX = 4096

const devicesSchema = z.object({
  tokens: z.array(z.string().min(1).max(200)).max(DEVICES_MAX),
})

/** The sealed device tokens of this browser. The cookie survives signing out. */
export const deviceCookieName = () =>
  env().SITE_URL.startsWith('https:') ? '__Host-devices' : 'devices'

/** The device tokens in a cookie value; empty if it is missing, expired or tampered with. */
export async function deviceTokens(value: string | undefined): Promise<string[]> {
  if (!value || value.length > COOKIE_MAX) return []
  return (await unseal(value, LIFETIME_S, devicesSchema))?.tokens ?? []
}

/** The cookie with a new token in front; no cookie without a new token. */
export async function deviceCookies(
  known: readonly string[],
  added: string | undefined,
): Promise<Cookie[]> {
  if (added === undefined) return []
  const tokens = [added, ...known.filter((token) => token !== added)].slice(0, DEVICES_MAX)
  const sealed = await seal({ tokens }, LIFETIME_S)
  return [cookie(deviceCookieName(), sealed, { httpOnly: true, maxAge: LIFETIME_S })]
}

/** The header that sends the device tokens to the backend. */
export function deviceHeaders(tokens: readonly string[]): Record<string, string> {
  return tokens.length === 0 ? {} : { 'x-device-tokens': tokens.join(',') }
}
