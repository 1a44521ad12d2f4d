import type { TextRange } from '#lib/contract/search.ts'

/** Part of a text between or in the matches; `start` is its index, `marked` whether it is a match. */
export type Piece = { start: number; text: string; marked: boolean }

/** Splits a text at its matches; ranges outside of the text, or out of order, are ignored. */
export function piecesOf(text: string, ranges: readonly TextRange[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (end: number, marked: boolean) => {
    if (end > at) pieces.push({ start: at, text: text.slice(at, end), marked })
    at = end
  }
  for (const [start, end] of ranges) {
    if (start < at || end > text.length) continue
    add(start, false)
    add(end, true)
  }
  add(text.length, false)
  return pieces
}
