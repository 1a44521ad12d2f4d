/** A grid as laid out: index of the first cell of each row, and the number of cells. */
export type GridRows = { starts: readonly number[]; count: number }

/** A control of a cell. Cells may have several, such as a link and a button. */
export type CellControl = { cell: number; control: number }

/** Rows of cells by their tops, in pixels: a cell that is not level with the one before starts a row. */
export function rowsOf(tops: readonly number[]): GridRows {
  const starts = tops.flatMap((top, at) => (at === 0 || top !== tops[at - 1] ? [at] : []))
  return { starts, count: tops.length }
}

/** Rows that all have the same number of cells, except the last one. */
export function evenRows(count: number, columns: number): GridRows {
  const starts = Array.from({ length: Math.ceil(count / columns) }, (_, row) => row * columns)
  return { starts, count }
}

/** The cell in the same column of the next or previous row, or the last one of a shorter row. */
function cellInRow(cell: number, step: -1 | 1, { starts, count }: GridRows): number {
  const row = starts.findLastIndex((start) => start <= cell)
  const start = starts[row + step]
  if (start === undefined) return cell
  const last = (starts[row + step + 1] ?? count) - 1
  return Math.min(start + cell - (starts[row] ?? 0), last)
}

/** The next or previous control; the cells follow each other as if they were in one row. */
function controlAfter({ cell, control }: CellControl, step: -1 | 1, grid: Grid): CellControl {
  const next = control + step
  if (next >= 0 && next < grid.controls) return { cell, control: next }
  const other = cell + step
  if (other < 0 || other >= grid.rows.count) return { cell, control }
  return { cell: other, control: step === 1 ? 0 : Infinity }
}

type Grid = {
  rows: GridRows
  /** Number of controls of the current cell. */
  controls: number
  isRtl: boolean
}

/**
 * The control that a key moves to; `null` for keys that do not move. Left and right go through all
 * controls and change places where text runs from right to left; up and down go by rows, Home and
 * End to the first and the last cell. Nothing wraps around. A `control` beyond the last one of its
 * cell stands for the last one.
 */
export function placeAfterKey(key: string, place: CellControl, grid: Grid): CellControl | null {
  const { cell, control } = place
  const forward = grid.isRtl ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return controlAfter(place, forward, grid)
    case 'ArrowLeft':
      return controlAfter(place, grid.isRtl ? 1 : -1, grid)
    case 'ArrowUp':
      return { cell: cellInRow(cell, -1, grid.rows), control }
    case 'ArrowDown':
      return { cell: cellInRow(cell, 1, grid.rows), control }
    case 'Home':
      return { cell: 0, control: 0 }
    case 'End':
      return { cell: grid.rows.count - 1, control: 0 }
    default:
      return null
  }
}
