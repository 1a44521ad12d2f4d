import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  TOKEN_CHECKSUM_LENGTH,
  TOKEN_PATTERN,
  TOKEN_PREFIXES,
  TOKEN_RANDOM_LENGTH,
  type TokenOrigin,
} from '#lib/contract/access-token.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * An access token: prefix, 36 random characters of base 62 (214 bits), and the CRC-32 of both in base 62, so that
 * scanners find tokens and tell them from other text without asking this site.
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function newAccessToken(origin: TokenOrigin = 'personal'): string {
  const random = Array.from({ length: TOKEN_RANDOM_LENGTH }, () => DIGITS[randomInt(62)]).join('')
  const body = `${TOKEN_PREFIXES[origin]}${random}`
  return `${body}${checksumOf(body)}`
}

/** Whether a text is complete and its checksum is right. Whether the token exists is not known. */
export function isWellFormed(token: string): boolean {
  if (!TOKEN_PATTERN.test(token)) return false
  const body = token.slice(0, -TOKEN_CHECKSUM_LENGTH)
  return token.endsWith(checksumOf(body))
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let at = 0; at < TOKEN_CHECKSUM_LENGTH; at += 1) {
    text = `${DIGITS[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}
