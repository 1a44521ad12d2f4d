import { describe, expect, it } from 'vitest'
import {
  evenRows,
  type GridRows,
  type CellControl,
  placeAfterKey,
  rowsOf,
} from '#lib/browser/roving.ts'

/** Presses keys one after the other, in a grid whose cells have one control each. */
function press(rows: GridRows, from: number, keys: string[], { isRtl = false } = {}): number {
  return keys.reduce<CellControl>(
    (place, key) => placeAfterKey(key, place, { rows, controls: 1, isRtl }) ?? place,
    { cell: from, control: 0 },
  ).cell
}

describe('the rows of a grid', () => {
  it('begin where a cell is not level with the one before', () => {
    expect(rowsOf([10, 10, 10, 90, 90])).toEqual({ starts: [0, 3], count: 5 })
    expect(rowsOf([])).toEqual({ starts: [], count: 0 })
  })

  it('have the same number of cells in an even grid, except the last one', () => {
    expect(evenRows(7, 3)).toEqual({ starts: [0, 3, 6], count: 7 })
  })
})

describe('a key in a grid', () => {
  const rows = evenRows(8, 3)

  it('moves right and left through all rows, without wrapping around', () => {
    expect(press(rows, 0, ['ArrowRight', 'ArrowRight', 'ArrowRight'])).toBe(3)
    expect(press(rows, 3, ['ArrowLeft'])).toBe(2)
    expect(press(rows, 0, ['ArrowLeft'])).toBe(0)
    expect(press(rows, 7, ['ArrowRight'])).toBe(7)
  })

  it('moves the other way where text runs from right to left', () => {
    expect(press(rows, 4, ['ArrowLeft'], { isRtl: true })).toBe(5)
    expect(press(rows, 4, ['ArrowRight'], { isRtl: true })).toBe(3)
  })

  it('moves up and down in the same column, and stays in the first and the last row', () => {
    expect(press(rows, 1, ['ArrowDown'])).toBe(4)
    expect(press(rows, 4, ['ArrowUp'])).toBe(1)
    expect(press(rows, 1, ['ArrowUp'])).toBe(1)
    expect(press(rows, 7, ['ArrowDown'])).toBe(7)
  })

  it('moves down to the last cell of a shorter row', () => {
    expect(press(rows, 5, ['ArrowDown'])).toBe(7)
  })

  it('moves by rows of different lengths as they are laid out', () => {
    // A wide picture above two narrow ones.
    const wide = rowsOf([0, 300, 300])
    expect(press(wide, 0, ['ArrowDown'])).toBe(1)
    expect(press(wide, 2, ['ArrowUp'])).toBe(0)
    expect(press(wide, 1, ['ArrowDown'])).toBe(1)
  })

  it('moves to the first cell with Home and to the last one with End', () => {
    expect(press(rows, 4, ['Home'])).toBe(0)
    expect(press(rows, 4, ['End'])).toBe(7)
  })

  it('that does not move leaves the focus to the browser', () => {
    const grid = { rows, controls: 1, isRtl: false }
    for (const key of ['Tab', 'Enter', ' ', 'a', 'PageDown']) {
      expect(placeAfterKey(key, { cell: 0, control: 0 }, grid), key).toBeNull()
    }
  })
})

describe('a key in a grid whose cells have a link and a button', () => {
  const grid = { rows: evenRows(6, 3), controls: 2, isRtl: false }
  const after = (key: string, cell: number, control: number) =>
    placeAfterKey(key, { cell, control }, grid)

  it('moves right and left through the controls of a cell before the next cell', () => {
    expect(after('ArrowRight', 0, 0)).toEqual({ cell: 0, control: 1 })
    expect(after('ArrowRight', 0, 1)).toEqual({ cell: 1, control: 0 })
    expect(after('ArrowLeft', 1, 1)).toEqual({ cell: 1, control: 0 })
    expect(after('ArrowLeft', 1, 0)?.cell).toBe(0)
    expect(after('ArrowLeft', 1, 0)?.control).toBeGreaterThan(0)
  })

  it('keeps the control when it moves up and down', () => {
    expect(after('ArrowDown', 0, 1)).toEqual({ cell: 3, control: 1 })
    expect(after('ArrowUp', 4, 1)).toEqual({ cell: 1, control: 1 })
  })

  it('stays at the first and the last control of the grid', () => {
    expect(after('ArrowLeft', 0, 0)).toEqual({ cell: 0, control: 0 })
    expect(after('ArrowRight', 5, 1)).toEqual({ cell: 5, control: 1 })
  })
})
