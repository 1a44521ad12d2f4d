import { z } from 'zod'
import { DRAWING_LOSSES, DRAWING_REFUSALS, DRAWING_TONES } from '#lib/contract/file/contents.ts'
import { SHEET_CELLS } from '#lib/contract/file/sheet.ts'

/* Inputs and outputs of the worker tasks `drawings` and `sheet`. */

/** A drawing as stored in an archive; `size` is the inflated size in bytes. */
const packedSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  size: z.number().int().positive(),
  isDeflated: z.boolean(),
})
export type PackedDrawing = z.infer<typeof packedSchema>

/** Drawings that are sanitised in turn until `stopMs` of processor time are used; each result is reported at once. */
export const drawingsInputSchema = z.object({
  drawings: z.array(packedSchema),
  stopMs: z.number().positive(),
})
export type DrawingsInput = z.infer<typeof drawingsInputSchema>

const convertedSchema = z.union([
  z.object({
    svg: z.string(),
    tone: z.enum(DRAWING_TONES),
    /** What it lacks: distinct, sorted. */
    simplified: z.array(z.enum(DRAWING_LOSSES)),
  }),
  z.object({ refused: z.enum(DRAWING_REFUSALS) }),
])
/** Processor time, in milliseconds. */
const cpuMsSchema = z.number().nonnegative()
export const reportSchema = z.object({ converted: convertedSchema, cpuMs: cpuMsSchema })
export type DrawingReport = z.infer<typeof reportSchema>
/** The safe drawing, or why it is rejected. */
export type Converted = z.infer<typeof convertedSchema>

/** The sanitised drawings of a sheet by cell; null where a cell stays empty. */
export const sheetInputSchema = z.object({
  cells: z.array(z.string().nullable()).max(SHEET_CELLS),
})
/** The sheet, or null if all cells are empty, and the cells that are. */
const madeSheetSchema = z.object({
  svg: z.string().nullable(),
  empty: z.array(z.number().int().nonnegative()),
})
export type MadeSheet = z.infer<typeof madeSheetSchema>
export const sheetOutputSchema = madeSheetSchema.extend({ cpuMs: cpuMsSchema })
export type SheetOutput = z.infer<typeof sheetOutputSchema>
