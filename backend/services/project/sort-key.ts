import { fold } from '#backend/text/fold.ts'

/**
 * Keys are compared, not shown: what comes later decides nothing in practice. In bytes, because a
 * cursor holds a key and the contract limits cursors to 1000 characters of base64.
 */
const KEY_MAX_BYTES = 600
const DIGITS_MAX = 99
const VOICING = /[\u3099\u309a]/g

/**
 * The key by which titles sort A-Z when compared bytewise as UTF-8, the same on every database.
 *
 * Case, diacritics, width (full, half) and the two kana are folded; punctuation and symbols separate
 * words and count for nothing else; a run of digits counts by value (written as two digits of length
 * and the digits). Digits come before Latin, then Greek and Cyrillic, kana, Han by code point, Hangul.
 * A title of symbols alone sorts by the symbols, behind everything else.
 * @returns at most 600 bytes of well-formed text without control characters.
 */
export function sortKey(title: string): string {
  const folded = fold(title).normalize('NFD').replace(VOICING, '').normalize('NFC')
  const words = folded
    .replace(/[^\p{L}\p{N}\u30fc]+/gu, ' ')
    .trim()
    .replace(/\d+/g, byValue)
  const key = words || `\u{10fffd}${folded.replace(/[\p{C}"\\]/gu, '')}`
  return cut(key.toWellFormed())
}

/** The beginning of `text` that has at most `KEY_MAX_BYTES`, no character cut in two. */
function cut(text: string): string {
  const room = new Uint8Array(KEY_MAX_BYTES)
  return text.slice(0, new TextEncoder().encodeInto(text, room).read)
}

function byValue(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '').slice(0, DIGITS_MAX)
  return String(value.length).padStart(2, '0') + value
}
