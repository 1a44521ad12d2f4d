import { fold } from '#backend/text/fold.ts'

/** A cursor holds a key, and the contract limits cursors to 1000 characters of base64. */
const KEY_MAX_BYTES = 600
const DIGITS_MAX = 99
const VOICING = /[\u3099\u309a]/g

/**
 * The key that sorts titles A-Z when compared bytewise as UTF-8, independent of database locales.
 *
 * Case, diacritics, width (full, half) and kana (hiragana, katakana) are folded. Punctuation and
 * symbols only separate words. Digit runs sort by value (encoded as a two-digit length and the
 * digits). Order of scripts: digits, Latin, Greek, Cyrillic, kana, Han by code point, Hangul. Titles of
 * symbols only sort last, by their symbols.
 * @returns at most 600 bytes of well-formed text without control characters.
 */
export function sortKey(title: string): string {
  const folded = fold(title).normalize('NFD').replace(VOICING, '').normalize('NFC')
  const words = folded
    .replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ')
    .trim()
    .replace(/\d+/g, encodeNumber)
  const key = words || `\u{10fffd}${folded.replace(/[\p{C}"\\]/gu, '')}`
  return truncate(key.toWellFormed())
}

/** Truncates `text` to `KEY_MAX_BYTES` of UTF-8 without splitting a character. */
function truncate(text: string): string {
  const buffer = new Uint8Array(KEY_MAX_BYTES)
  return text.slice(0, new TextEncoder().encodeInto(text, buffer).read)
}

function encodeNumber(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '').slice(0, DIGITS_MAX)
  return String(value.length).padStart(2, '0') + value
}
