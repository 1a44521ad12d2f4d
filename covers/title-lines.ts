import { WIDE } from '#lib/contract/columns.ts'
import { isDrawable } from '#lib/fonts.ts'
import { phrasesOf } from '#lib/text/phrases.ts'
import { letter } from './lettering.ts'
import { EM, type FittedText, LINE } from './text.ts'

/* A title in lines of outlines. Server only, as lettering.ts. */

type Room = { width: number; height: number }

const LINES_MAX = 6
const SIZE_MAX = 160

/**
 * A title as large as it fits in a place, in at most six lines. Characters that no font has are left out; a title without any other has
 * no lines.
 */
export async function fitTitle(title: string, lang: string, room: Room): Promise<FittedText> {
  const text = [...title].filter(isDrawable).join('').replaceAll(/\s+/gu, ' ').trim()
  if (text === '') return { lines: [], size: 0 }
  const drawn = await Promise.all(
    breakTitle(text, room).map((line) => letter(line, lang, 'display')),
  )
  const lines = drawn.filter((line) => line !== null)
  return {
    lines,
    size: sizeOf(lines.length, Math.max(0, ...lines.map(({ width }) => width)), room),
  }
}

/** Font size of lines in a place. @param width that of the longest line, in units of `EM`. */
const sizeOf = (count: number, width: number, room: Room) =>
  count === 0 ? 0 : Math.min(SIZE_MAX, (room.width * EM) / width, room.height / (count * LINE))

/** The lines that give the largest font size. Widths are estimated: outlines are drawn for the chosen lines alone. */
export function breakTitle(text: string, room: Room): string[] {
  const units = phrasesOf(text)
  let best = { lines: [text], size: 0 }
  for (let count = 1; count <= Math.min(LINES_MAX, units.length); count += 1) {
    const lines = balance(units, count)
    const size = sizeOf(lines.length, Math.max(...lines.map(widthOf)) * EM, room)
    if (size > best.size) best = { lines, size }
  }
  return best.lines
}

/** Lines of nearly equal width: the least width at which no more than `count` are needed. */
function balance(units: string[], count: number): string[] {
  let [low, high] = [0, widthOf(units.join(''))]
  for (let step = 0; step < 16; step += 1) {
    const middle = (low + high) / 2
    if (wrap(units, middle).length <= count) high = middle
    else low = middle
  }
  return wrap(units, high)
}

function wrap(units: string[], width: number): string[] {
  const lines: string[] = []
  for (const unit of units) {
    const last = lines.length - 1
    const longer = (lines[last] ?? '') + unit
    if (last >= 0 && widthOf(longer.trimEnd()) <= width + 1e-6) lines[last] = longer
    else lines.push(unit)
  }
  return lines.map((line) => line.trim())
}

const NARROW = /[\p{P}\p{M}ijlfrtI1 ]/u

/** Estimated width of a text, in font sizes. */
function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += WIDE.test(char) ? 1 : NARROW.test(char) ? 0.34 : 0.58
  return width
}
