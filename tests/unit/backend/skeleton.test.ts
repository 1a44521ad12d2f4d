import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { GOOD_NAMES, HOSTILE_NAMES } from '#tests/support/names.ts'

const lookSame = (a: string, b: string) =>
  skeletonKeys(a).some((key) => skeletonKeys(b).includes(key))

describe('two names look the same', () => {
  it.each([
    ['in another case', 'Night Bus', 'night bus'],
    ['with other spaces', ' Night\u00a0 bus', 'Night bus'],
    ['with a Cyrillic letter', 'Nіght bus', 'Night bus'],
    ['all in Cyrillic', 'Сосо', 'Coco'],
    ['with Greek letters', 'Ρixel', 'Pixel'],
    ['with digits for letters', 'PayPa1 0BS', 'PayPal OBS'],
    ['with a capital for a small letter', 'PayPaI', 'paypal'],
    ['with a pair of letters for one', 'rnail', 'mail'],
    ['with characters that are not seen', 'Ni\u200bght\u2060 bus\ufe0f', 'Night bus'],
    ['in mathematical letters', '𝐍𝐢𝐠𝐡𝐭 𝑏𝑢𝑠', 'Night bus'],
    ['in full width', 'Ｎｉｇｈｔ　ｂｕｓ', 'Night bus'],
    ['in half width', 'ｱｲｺﾝ', 'アイコン'],
    ['with another hyphen', 'Wi‑Fi', 'wi-fi'],
    ['with marks apart', 'Cafe\u0301', 'CAFÉ'],
    ['with katakana for a character of Han', '力', 'カ'],
    ['with a final sigma', 'ΟΔΟΣ', 'οδος'],
  ])('%s', (_, one, other) => expect(lookSame(one, other)).toBe(true))

  it.each([
    ['of other letters', 'Mail', 'Mall'],
    ['with an accent', 'café', 'cafe'],
    ['with another number', 'Weather 2', 'Weather 3'],
    ['with a space less', 'Night bus', 'Nightbus'],
    ['with another character of Han', '花鳥', '花鸟'],
    ['of two people', '山田太郎', '山田太朗'],
    ['that print nothing', '\u3164', '\u200b'],
  ])('but not %s', (_, one, other) => expect(lookSame(one, other)).toBe(false))
})

it('every name looks like itself, and no two of them the same', () => {
  const names = GOOD_NAMES.map(([, name]) => name)
  for (const name of names) expect(lookSame(name, name), name).toBe(true)
  const keys = names.flatMap((name) => skeletonKeys(name))
  expect(new Set(keys).size).toBe(keys.length)
})

it('the keys of the longest name are short', () => {
  for (const name of [
    ...Object.values(HOSTILE_NAMES).flat(),
    'ﷺ'.repeat(200),
    '\u{1f9ff}'.repeat(200),
  ]) {
    expect(skeletonKeys(name).join('').length).toBeLessThanOrEqual(32)
  }
})

it('a change of the table comes with a migration that empties the stored keys', () => {
  const table = readFileSync('backend/text/confusables.json')
  // After `npm run confusables` with another Unicode: UPDATE projects SET title_skeletons = NULL, and authors likewise; then this hash.
  expect(createHash('sha256').update(table).digest('hex').slice(0, 16)).toMatchInlineSnapshot(
    `"d77484c7021df588"`,
  )
})
