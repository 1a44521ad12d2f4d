import { WIDE } from '#lib/contract/columns.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'

/**
 * What a key shows: `row` has the icon beside the text, `stack` above it; `icon` and `text` have room for one
 * of them. A value is what a display would show, in large type.
 */
export type KeyFace = { text: string; isValue: boolean; layout: 'row' | 'stack' | 'icon' | 'text' }

/*
 * Sizes in pixels of the device, of the type of app/globals.css. Letters are a little wider than those of a key at
 * its actual size, since a small drawing has larger ones.
 */
const ICON = 30
const GAP = 9
const PADDING = 16
const LABEL = 19
const VALUE = 27
const SMALL = 13

/** Face of a key whose label is in `lang`. Text that fits nowhere beside an icon is left out. */
export function faceOf(key: StripKey, lang: string): KeyFace {
  const value = key.action.type === 'display' ? sampleValue(key.action.source, lang) : null
  const text = value ?? (key.label || (key.icon ? '' : '···'))
  const isValue = value !== null
  const room = key.width - PADDING
  if (!key.icon) return { text, isValue, layout: 'text' }
  if (text === '') return { text, isValue, layout: 'icon' }
  if (ICON + GAP + widthOf(text, isValue ? VALUE : LABEL) <= room)
    return { text, isValue, layout: 'row' }
  if (widthOf(text, SMALL) <= room + PADDING / 2) return { text, isValue, layout: 'stack' }
  return { text, isValue, layout: 'icon' }
}

const NARROW = /[\p{P}\p{M}ijlfrtI1 ]/u

/** Estimated width of a text at a font size. */
function widthOf(text: string, size: number): number {
  let width = 0
  for (const letter of text) width += WIDE.test(letter) ? 1 : NARROW.test(letter) ? 0.38 : 0.62
  return width * size
}

/*
 * What a display would show. A container names the source of a display and not its value, and a strip with empty
 * displays means nothing to a visitor: pictures show a plausible value (docs/decisions/0070-draw-the-strip-with-one-component.md).
 */

type Sample = (lang: string) => string

const percent =
  (share: number): Sample =>
  (lang) =>
    new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 1 }).format(share)
const change =
  (share: number): Sample =>
  (lang) =>
    new Intl.NumberFormat(lang, {
      style: 'percent',
      maximumFractionDigits: 1,
      signDisplay: 'always',
    }).format(share)
const number =
  (value: number): Sample =>
  (lang) =>
    new Intl.NumberFormat(lang).format(value)
const measure =
  (value: number, unit: string): Sample =>
  (lang) =>
    new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' }).format(value)
const fixed =
  (text: string): Sample =>
  () =>
    text
/** 21 November 2026. */
const DAY = Date.UTC(2026, 10, 21)
const date: Sample = (lang) =>
  new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(DAY)

/** By the last word of a source, then by its first: `system.cpu`, `timer.pasta`. The order decides. */
const BY_LAST: Readonly<Record<string, Sample>> = {
  date,
  cpu: percent(0.23),
  memory: percent(0.61),
  disk: percent(0.84),
  battery: percent(0.76),
  charge: percent(0.76),
  volume: percent(0.48),
  rain: percent(0.6),
  load: percent(0.37),
  progress: percent(0.72),
  temperature: fixed('21°'),
  morning: fixed('14°'),
  noon: fixed('19°'),
  night: fixed('12°'),
  wind: measure(12, 'kilometer-per-hour'),
  level: fixed('−18 dB'),
  loudness: fixed('−14 LU'),
  latency: measure(42, 'millisecond'),
  errors: percent(0.002),
  free: measure(212, 'gigabyte'),
  in: measure(12.4, 'megabyte'),
  out: measure(0.8, 'megabyte'),
  draw: fixed('148 W'),
  gain: change(0.008),
  loss: change(-0.011),
  branch: fixed('main'),
  state: fixed('OK'),
  build: fixed('#482'),
  tests: fixed('128/128'),
  done: fixed('2/4'),
  count: fixed('12'),
}
const BY_FIRST: Readonly<Record<string, Sample>> = {
  weather: fixed('18°'),
  timer: fixed('12:45'),
  countdown: fixed('12:45'),
  stopwatch: fixed('08:32'),
  record: fixed('32:07'),
  stream: fixed('1:24:05'),
  media: fixed('1:58'),
  game: fixed('08:32'),
  meeting: fixed('0:24'),
  market: number(1284.5),
  server: fixed('OK'),
  ci: fixed('OK'),
  network: measure(12.4, 'megabyte'),
  system: percent(0.23),
  audio: percent(0.48),
  room: fixed('21°'),
}

/**
 * Sample value of a display by its source (`system.cpu`), as written in `lang` (BCP 47, or empty); `null` for an
 * unknown source. Deterministic.
 */
export function sampleValue(source: string, lang: string): string | null {
  const words = source.split(/[._]/)
  const [first = ''] = words
  if (first === 'clock' && words.at(-1) !== 'date') return timeOf(words.at(-1) ?? '')
  const sample = BY_LAST[words.at(-1) ?? ''] ?? BY_FIRST[first]
  return sample ? sample(lang || 'en') : null
}

/** `14:32` for the time here; elsewhere another hour, by the name of the place. */
function timeOf(place: string): string {
  if (place === 'time' || place === 'clock') return '14:32'
  let sum = 0
  for (const letter of place) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return `${String(sum % 24).padStart(2, '0')}:32`
}
