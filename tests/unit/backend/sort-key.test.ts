import { expect, it } from 'vitest'
import { sortKey } from '#backend/services/project/sort-key.ts'

const bytewise = (a: string, b: string) =>
  Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b)))

it('sorts titles by digits, Latin, Cyrillic, kana, Han; symbols last', () => {
  const expected = [
    '2 colours',
    '007 agents',
    '10 colours',
    'Äpfel',
    'apricot',
    'Café 2',
    'cafe 10',
    'Émile',
    'Œuvre',
    '“Quoted”',
    'straße',
    'Strasse b',
    'Ｚeta',
    'Ольга',
    'あさ',
    'アジサイ',
    '中文',
    '山水',
    '★',
  ]
  expect(expected.toReversed().toSorted(bytewise)).toEqual(expected)
})

it.each([
  ['ÉTÉ', 'ete'],
  ['Strasse', 'STRAẞE'],
  ['カタカナ', 'かたかな'],
  ['Ａ１', 'a1'],
  ['v007', 'V7'],
  ['– Icons –', 'icons'],
])('gives %s the same key as %s', (a, b) => {
  expect(sortKey(a)).toBe(sortKey(b))
})

it.each(['', '😀', '\u202eabc', '\ud800', 'x'.repeat(500), '9'.repeat(500), 'a\0b'])(
  'creates a well-formed key of limited length without NUL for %j',
  (title) => {
    const key = sortKey(title)
    expect(key.isWellFormed()).toBe(true)
    expect(Buffer.byteLength(key)).toBeLessThanOrEqual(600)
    expect(key).not.toContain('\0')
  },
)
