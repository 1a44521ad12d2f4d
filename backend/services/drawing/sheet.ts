import { SHEET, SHEET_PITCH } from '#lib/contract/file/sheet.ts'
import { SHEET_MAX, WEIGHT_MAX } from './limits.ts'
import type { MadeSheet } from './messages.ts'
import { type DrawingPlace, toPart } from './part.ts'

/** Side of a cell in units of the sheet; the distance between cells is a whole number. */
const SIDE = 4
const PITCH = SIDE * SHEET_PITCH

/**
 * Joins sanitised drawings to one document, each in a cell of its own (lib/contract/file/sheet.ts). A cell clips its
 * drawing, and ids have the cell's number, so that drawings do not reach each other. A cell stays empty where its
 * drawing does not fit below the limits of a sheet, or would look different inside of another drawing.
 */
export function makeSheet(drawings: readonly (string | null)[]): MadeSheet {
  const cells: string[] = []
  const empty: number[] = []
  let weight = 0
  let length = 0
  for (const [at, drawing] of drawings.entries()) {
    const isTooLong = drawing !== null && length + drawing.length > SHEET_MAX
    const cell =
      drawing === null || isTooLong
        ? null
        : toPart(drawing, { prefix: `c${at}-`, place: (ratio) => placeOf(at, ratio) })
    if (!cell || weight + cell.weight > WEIGHT_MAX) {
      empty.push(at)
      continue
    }
    weight += cell.weight
    length += cell.svg.length
    cells.push(cell.svg)
  }
  const [width, height] = [SHEET.columns * PITCH, SHEET.rows * PITCH]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return { svg: cells.length > 0 ? `${head}${cells.join('')}</svg>` : null, empty }
}

/** The largest box of a ratio in the middle of a cell. */
function placeOf(at: number, ratio: number): DrawingPlace {
  const [width, height] = ratio > 1 ? [SIDE, SIDE / ratio] : [SIDE * ratio, SIDE]
  const round = (length: number) => Math.round(length * 1e4) / 1e4
  return {
    x: round((at % SHEET.columns) * PITCH + (SIDE - width) / 2),
    y: round(Math.floor(at / SHEET.columns) * PITCH + (SIDE - height) / 2),
    width: round(width),
    height: round(height),
  }
}
