import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import display from '@fontsource-variable/bricolage-grotesque/unicode.json'
import text from '@fontsource-variable/inter/unicode.json'
import emoji from '@fontsource-variable/noto-emoji/unicode.json'
import arabic from '@fontsource-variable/noto-sans-arabic/unicode.json'
import devanagari from '@fontsource-variable/noto-sans-devanagari/unicode.json'
import hebrew from '@fontsource-variable/noto-sans-hebrew/unicode.json'
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json'
import korean from '@fontsource-variable/noto-sans-kr/unicode.json'
import chinese from '@fontsource-variable/noto-sans-sc/unicode.json'
import thai from '@fontsource-variable/noto-sans-thai/unicode.json'

/** The families of a card, each cut into slices by the characters that they hold. */
const FAMILIES = {
  'bricolage-grotesque': display,
  inter: text,
  'noto-sans-sc': chinese,
  'noto-sans-jp': japanese,
  'noto-sans-kr': korean,
  'noto-sans-arabic': arabic,
  'noto-sans-hebrew': hebrew,
  'noto-sans-thai': thai,
  'noto-sans-devanagari': devanagari,
  'noto-emoji': emoji,
} as const satisfies Record<string, Record<string, string>>
type Family = keyof typeof FAMILIES

/** Every slice of every family; only those whose characters a card shows are read, and once. */
export const fonts = Object.entries(FAMILIES).flatMap(([family, slices]) =>
  Object.entries(slices).map(([slice, ranges]) => ({
    key: `${family} ${slice}`,
    name: family,
    slice,
    unicodeRange: parseRanges(ranges),
    data: () => readFile(sliceFile(family, slice)),
  })),
)

/**
 * The families for a text in a language, in the order in which they are asked for a character:
 * Chinese and Japanese write many characters differently under the same code (Han unification).
 */
export function fontStack(lang: string, first: 'display' | 'text'): string {
  const latin: Family[] = first === 'display' ? ['bricolage-grotesque', 'inter'] : ['inter']
  const han: Family[] = lang.startsWith('ja')
    ? ['noto-sans-jp', 'noto-sans-sc']
    : ['noto-sans-sc', 'noto-sans-jp']
  const rest = Object.keys(FAMILIES).filter(
    (family) => ![...latin, ...han].some((one) => one === family),
  )
  return [...latin, ...han, ...rest].join(', ')
}

/** `U+20-7e,U+a0` → `[[0x20, 0x7e], [0xa0, 0xa0]]`. */
export function parseRanges(ranges: string): [number, number][] {
  return ranges.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}

/** Slices by number are `[12]` in the table and `12` in the name of the file. */
export function sliceFile(family: string, slice: string): string {
  const name = `${family}-${slice.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
  return path.join(process.cwd(), 'node_modules/@fontsource-variable', family, 'files', name)
}
