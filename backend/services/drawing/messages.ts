import { z } from 'zod'
import { DRAWING_REFUSALS, DRAWING_TONES } from '#lib/contract/contents.ts'
import { SHEET_CELLS } from '#lib/contract/sheet.ts'

/* Inputs and outputs of the worker tasks `drawings` and `sheet`. */

/** Drawings as stored in an archive; `size` is the inflated size in bytes. */
export const drawingsInputSchema = z.array(
  z.object({
    bytes: z.instanceof(Uint8Array),
    size: z.number().int().positive(),
    isDeflated: z.boolean(),
  }),
)
export type PackedDrawing = z.infer<typeof drawingsInputSchema>[number]

const convertedSchema = z.union([
  z.object({ svg: z.string(), tone: z.enum(DRAWING_TONES) }),
  z.object({ refused: z.enum(DRAWING_REFUSALS) }),
])
export const drawingsOutputSchema = z.array(convertedSchema)
/** The safe drawing, or why it is rejected. */
export type Converted = z.infer<typeof convertedSchema>

/** The sanitised drawings of a sheet by cell; null where a cell stays empty. */
export const sheetInputSchema = z.object({
  cells: z.array(z.string().nullable()).max(SHEET_CELLS),
})
/** The sheet, or null if all cells are empty, and the cells that are. */
export const sheetOutputSchema = z.object({
  svg: z.string().nullable(),
  empty: z.array(z.number().int().nonnegative()),
})
export type MadeSheet = z.infer<typeof sheetOutputSchema>
