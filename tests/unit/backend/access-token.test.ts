import { expect, it } from 'vitest'
import { TOKEN_PATTERN } from '#lib/contract/access-token.ts'
import { isWellFormed, newAccessToken } from '#backend/services/access-token/format.ts'

it('a new access token has the prefix that scanners look for, and never comes twice', () => {
  const tokens = Array.from({ length: 1000 }, () => newAccessToken())
  expect(tokens.every((token) => TOKEN_PATTERN.test(token) && isWellFormed(token))).toBe(true)
  expect(new Set(tokens).size).toBe(1000)
})

it('a checksum tells a token from other text: the CRC-32 of what precedes it, in base 62', () => {
  // Computed with zlib.crc32 of Python 3.11.
  expect(isWellFormed(`ks_pat_${'A'.repeat(36)}1LloZI`)).toBe(true)
})

it('a token with a changed, missing or added character is not well-formed', () => {
  const token = newAccessToken()
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x'
    expect(isWellFormed(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBe(false)
  }
  for (const text of [token.slice(0, -1), `${token}0`, ` ${token}`, token.toUpperCase(), '']) {
    expect(isWellFormed(text), text).toBe(false)
  }
})
