/** Font size of outlines, in their own units. */
export const EM = 100
/** Middle of capitals and of ideographs below the top of the line, in units: they share one baseline. */
const MIDDLE = 50

/** Outlines of one line of text at a font size of `EM` units, in the colour of the group around it. */
export type Lettering = { width: number; body: string }

/** Width of a text at a font size in pixels. */
export const textWidth = ({ width }: Lettering, size: number): number => (width * size) / EM

/** A text from `x` on, with the middle of its capitals at `cy`; `size` is the font size in pixels. */
export function textAt(
  text: Lettering,
  x: number,
  cy: number,
  size: number,
  colour: string,
): string {
  const scale = round(size / EM, 4)
  const top = cy - (MIDDLE * size) / EM
  return `<g transform="translate(${round(x)} ${round(top)}) scale(${scale})" fill="${colour}">${text.body}</g>`
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** A text in lines, and the font size in pixels at which they fit in a place. */
export type FittedText = { lines: Lettering[]; size: number }
/** Distance of lines, in font sizes. */
export const LINE = 1.16
