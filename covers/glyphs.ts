/**
 * Capitals and digits of one stroke width, 10 units high: [advance, path]. Drawn letters look the same
 * on a machine without fonts.
 */
const GLYPHS: Record<string, [number, string]> = {
  A: [6, 'M0 10 3 0 6 10M1.1 6.6H4.9'],
  B: [5.8, 'M0 0V10M0 0H3.2A2.4 2.4 0 0 1 3.2 4.8H0M3.2 4.8A2.6 2.6 0 0 1 3.2 10H0'],
  C: [6, 'M6 2.6A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7.4'],
  D: [6, 'M0 0V10H2.4A3.6 3.6 0 0 0 6 6.4V3.6A3.6 3.6 0 0 0 2.4 0Z'],
  E: [5.2, 'M5.2 0H0V10H5.2M0 5H4.6'],
  F: [5.2, 'M5.2 0H0V10M0 5H4.6'],
  G: [6, 'M6 2.6A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7V5.4H3.4'],
  H: [6, 'M0 0V10M6 0V10M0 5H6'],
  I: [0.4, 'M0.2 0V10'],
  J: [4.6, 'M4.6 0V7.6A2.3 2.3 0 0 1 0 7.6'],
  K: [5.8, 'M0 0V10M5.6 0 0 6M2.2 3.9 5.8 10'],
  L: [5, 'M0 0V10H5'],
  M: [7.5, 'M0 10V0L3.75 5.6 7.5 0V10'],
  N: [6, 'M0 10V0L6 10V0'],
  O: [6, 'M0 3A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7Z'],
  P: [5.8, 'M0 10V0H3.1A2.7 2.7 0 0 1 3.1 5.4H0'],
  Q: [6.2, 'M0 3A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7ZM3.8 7.4 6.4 10.3'],
  R: [6, 'M0 10V0H3.1A2.7 2.7 0 0 1 3.1 5.4H0M3 5.4 6 10'],
  S: [
    5.6,
    'M5.4 2.1A2.6 2.3 0 0 0 2.9 0A2.6 2.45 0 0 0 2.9 4.9A2.6 2.55 0 0 1 2.9 10A2.7 2.4 0 0 1 0.2 7.8',
  ],
  T: [6, 'M0 0H6M3 0V10'],
  U: [6, 'M0 0V7A3 3 0 0 0 6 7V0'],
  V: [6, 'M0 0 3 10 6 0'],
  W: [8.5, 'M0 0 2 10 4.25 2 6.5 10 8.5 0'],
  X: [6, 'M0 0 6 10M6 0 0 10'],
  Y: [6, 'M0 0 3 5 6 0M3 5V10'],
  Z: [6, 'M0 0H6L0 10H6'],
  '0': [6, 'M0 3A3 3 0 0 1 6 3V7A3 3 0 0 1 0 7Z'],
  '1': [2.6, 'M0 2.2 2.4 0V10'],
  '2': [6, 'M0.2 2.8A2.8 2.8 0 1 1 5 4.8L0 10H6'],
  '3': [6, 'M0.3 0H5.6L2.8 3.9A3.05 3.05 0 1 1 0.1 8.2'],
  '4': [6, 'M4.4 10V0L0 7H6'],
  '5': [6, 'M5.4 0H1L0.5 4.6A3.1 3.1 0 1 1 0.1 8.3'],
  '6': [6, 'M4.4 0 0.5 5.4M0 7A3 3 0 1 0 6 7A3 3 0 1 0 0 7'],
  '7': [6, 'M0 0H6L2 10'],
  '8': [
    6,
    'M0.6 2.4A2.4 2.4 0 1 0 5.4 2.4A2.4 2.4 0 1 0 0.6 2.4M0 7.3A3 2.7 0 1 0 6 7.3A3 2.7 0 1 0 0 7.3',
  ],
  '9': [6, 'M1.6 10 5.5 4.6M0 3A3 3 0 1 0 6 3A3 3 0 1 0 0 3'],
  ':': [0.4, 'M0.2 3H0.21M0.2 7.6H0.21'],
  '.': [0.4, 'M0.2 10H0.21'],
  ',': [0.6, 'M0.5 9.8 0 11.4'],
  '%': [
    8,
    'M1 10 7 0M0 1.9A1.7 1.7 0 1 0 3.4 1.9A1.7 1.7 0 1 0 0 1.9M4.6 8.1A1.7 1.7 0 1 0 8 8.1A1.7 1.7 0 1 0 4.6 8.1',
  ],
  '+': [5, 'M0 5.4H5M2.5 2.9V7.9'],
  '-': [4, 'M0 5.4H4'],
  '/': [4, 'M0 10 4 0'],
  '°': [2.8, 'M0 1.4A1.4 1.4 0 1 0 2.8 1.4A1.4 1.4 0 1 0 0 1.4'],
  ' ': [2.6, ''],
}
const MARKS: Record<string, [string, string]> = {
  Ä: ['A', 'M1.6 -2.4H1.61M4.4 -2.4H4.41'],
  Ö: ['O', 'M1.6 -2.4H1.61M4.4 -2.4H4.41'],
  Ü: ['U', 'M1.6 -2.4H1.61M4.4 -2.4H4.41'],
  É: ['E', 'M2 -1.8 3.4 -3.2'],
  È: ['E', 'M3.4 -1.8 2 -3.2'],
  À: ['A', 'M3.6 -1.8 2.2 -3.2'],
  Ê: ['E', 'M1.4 -1.8 2.6 -3 3.8 -1.8'],
}
const SPACING = 2.1

function glyph(letter: string): [number, string] | undefined {
  const marked = MARKS[letter]
  const [base, mark] = marked ?? [letter, '']
  const plain = GLYPHS[base]
  return plain && [plain[0], plain[1] + mark]
}

/** Width of `text` at `height` pixels of capitals, or `undefined` if a letter has no glyph. */
export function textWidth(text: string, height: number): number | undefined {
  let width = -SPACING
  for (const letter of text.toUpperCase()) {
    const found = glyph(letter)
    if (!found) return undefined
    width += found[0] + SPACING
  }
  return (Math.max(0, width) * height) / 10
}

/** `text` in capitals of `height` pixels with its top left at `x`, `y`; empty if a letter has no glyph. */
export function textAt(
  text: string,
  x: number,
  y: number,
  height: number,
  colour: string,
  weight = 1.35,
): string {
  const scale = height / 10
  let at = 0
  const paths: string[] = []
  for (const letter of text.toUpperCase()) {
    const [advance, path] = glyph(letter) ?? [0, '']
    if (path) paths.push(`<path transform="translate(${round(at)} 0)" d="${path}"/>`)
    at += advance + SPACING
  }
  const look = `fill="none" stroke="${colour}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"`
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})" ${look}>${paths.join('')}</g>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
