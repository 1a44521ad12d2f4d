import names from './emoji-names.json' with { type: 'json' }

/** Joiners, variation selectors and colours of skin, which files leave out or write differently. */
const LEFT_OUT = /^(?:200d|fe0[ef]|1f3f[b-f])$/
/** Code points of emoji have four digits at least, but for those of keys: `23-20e3`. */
const SHORT_MAX = 3
const KEYCAP = '20e3'

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** The key of an emoji by its code points, in hexadecimal. */
export const emojiKey = (points: readonly string[]): string =>
  points
    .map((point) => point.toLowerCase().replace(/^0+(?=.)/, ''))
    .filter((point) => !LEFT_OUT.test(point))
    .join('-')

/**
 * The names of the emoji that an icon is named after, in the languages of the site: `u1f600` (`😀.svg`), or code points as the
 * sets Twemoji, OpenMoji and Noto write them (`1f1e9-1f1ea`, `emoji-u1f600`). Empty for any other name.
 */
export function emojiNames(icon: string): string {
  const points = icon
    .replace(/^(?:emoji-?|u-)(?=u?[0-9a-f])/, '')
    .split('-')
    .map((part) => /^u?([0-9a-f]{1,6})$/.exec(part)?.[1] ?? '')
  const [first = ''] = points
  const isShort = first.replace(/^0+/, '').length <= SHORT_MAX && points.at(-1) !== KEYCAP
  if (isShort || points.includes('')) return ''
  return NAMES.get(emojiKey(points)) ?? ''
}
