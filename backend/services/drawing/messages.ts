import { z } from 'zod'
import { DRAWING_REFUSALS, DRAWING_TONES } from '#lib/contract/contents.ts'

/* Input and output of the worker task `drawings`. */

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
