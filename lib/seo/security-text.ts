import { LOCALES } from '#lib/contract/locale.ts'
import { env } from '#lib/env.ts'
import { absoluteUrl } from './alternates.ts'

const SECURITY_TEXT_PATH = '/.well-known/security.txt'
const DAY_MS = 24 * 3600 * 1000
/** Less than a year (RFC 9116, section 2.5.5), even if the response is cached for a day. */
const LIFETIME_DAYS = 180

/** security.txt (RFC 9116), constant within a day. `now` in milliseconds. */
export function securityText(now: number): string {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const lines = [
    `Contact: mailto:${env().SUPPORT_EMAIL}`,
    `Expires: ${new Date(midnight + LIFETIME_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${LOCALES.join(', ')}`,
    `Canonical: ${absoluteUrl(SECURITY_TEXT_PATH)}`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
