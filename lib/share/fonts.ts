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

/** Font families of a card, split into slices of characters. */
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

/** All slices; only those with characters of a card are read, once each. */
export const fonts = Object.entries(FAMILIES).flatMap(([family, slices]) =>
  Object.entries(slices).map(([slice, ranges]) => ({
    key: `${family} ${slice}`,
    name: family,
    slice,
    unicodeRange: parseRanges(ranges),
    data: () => readFile(sliceFile(family, slice)),
  })),
)

/** Families with Han characters, by primary subtag; for other languages the Chinese one comes first. */
const HAN: Readonly<Record<string, readonly Family[]>> = {
  ja: ['noto-sans-jp', 'noto-sans-sc'],
  ko: ['noto-sans-kr', 'noto-sans-sc', 'noto-sans-jp'],
}

/**
 * Font families for a language in order of precedence. Chinese, Japanese and Korean write many characters
 * differently under the same code point (Han unification).
 */
export function fontStack(lang: string, first: 'display' | 'text'): string {
  const latin: Family[] = first === 'display' ? ['bricolage-grotesque', 'inter'] : ['inter']
  const [primary = ''] = lang.split('-')
  const han = HAN[primary] ?? ['noto-sans-sc', 'noto-sans-jp']
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

/** Numbered slices are `[12]` in the table and `12` in the file name. */
export function sliceFile(family: string, slice: string): string {
  const name = `${family}-${slice.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`
  return path.join(process.cwd(), 'node_modules/@fontsource-variable', family, 'files', name)
}
