import { readFile } from 'node:fs/promises'
import path from 'node:path'
import display from '@fontsource-variable/bricolage-grotesque/unicode.json' with { type: 'json' }
import sans from '@fontsource-variable/inter/unicode.json' with { type: 'json' }
import emoji from '@fontsource-variable/noto-emoji/unicode.json' with { type: 'json' }
import arabic from '@fontsource-variable/noto-sans-arabic/unicode.json' with { type: 'json' }
import devanagari from '@fontsource-variable/noto-sans-devanagari/unicode.json' with { type: 'json' }
import hebrew from '@fontsource-variable/noto-sans-hebrew/unicode.json' with { type: 'json' }
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' }
import korean from '@fontsource-variable/noto-sans-kr/unicode.json' with { type: 'json' }
import chinese from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' }
import thai from '@fontsource-variable/noto-sans-thai/unicode.json' with { type: 'json' }

/** Font families for drawn text, split into slices of characters. */
const FAMILIES = {
  'bricolage-grotesque': display,
  inter: sans,
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

/** All slices; only those with characters of a text are read, once each. */
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

/** Whether every character of `text` is in one of the fonts. */
export const isDrawable = (text: string): boolean =>
  [...text].every((char) => {
    const code = char.codePointAt(0) ?? 0
    return fonts.some(({ unicodeRange }) =>
      unicodeRange.some(([from, to]) => code >= from && code <= to),
    )
  })

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
