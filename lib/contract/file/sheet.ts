import { z } from 'zod'
import { sitePathSchema } from '#lib/contract/project.ts'

/** Cells of a sheet, from left to right and from top to bottom. */
export const SHEET = { columns: 12, rows: 10 } as const
export const SHEET_CELLS = 120
/** Distance between the edges of two cells, in sides of a cell: the gap keeps neighbours apart. */
export const SHEET_PITCH = 1.25

/**
 * Many drawings in one image, an SVG of 12 × 10 cells: cell `n` has the drawing of item `first + n`. The cells in
 * `without` are empty.
 */
export const sheetSchema = z.object({
  url: sitePathSchema,
  first: z.number().int().nonnegative(),
  without: z.array(z.number().int().nonnegative()).max(SHEET_CELLS),
})
export type Sheet = z.infer<typeof sheetSchema>
