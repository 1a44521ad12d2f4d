import type { PackIcon } from '#lib/contract/search.ts'
import { SHEET, SHEET_CELLS, type Sheet } from '#lib/contract/file/sheet.ts'

/** An icon of a pack, with the place of its drawing in a sheet if one has it. */
export type PlacedIcon = PackIcon & {
  cell?: { url: string; column: number; row: number } | undefined
}

/** Looks up the places of the icons of a pack in its sheets; `icons` in the order of the pack. */
export function placeIcons(
  icons: readonly PackIcon[],
  sheets: readonly Sheet[] = [],
): PlacedIcon[] {
  const placed: PlacedIcon[] = [...icons]
  for (const { url, first, without } of sheets) {
    const empty = new Set(without)
    for (const [cell, icon] of icons.slice(first, first + SHEET_CELLS).entries()) {
      if (empty.has(cell)) continue
      const place = { url, column: cell % SHEET.columns, row: Math.floor(cell / SHEET.columns) }
      placed[first + cell] = { ...icon, cell: place }
    }
  }
  return placed
}
