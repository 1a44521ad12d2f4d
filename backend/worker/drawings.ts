import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { type Converted, convertDrawing, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { Refused } from '#backend/services/drawing/limits.ts'
import { convertPng, isPng } from './png-icon.ts'

/** Drawings as they lie in an archive: packed bytes, and their size once inflated. */
export const drawingsInputSchema = z.array(
  z.object({
    bytes: z.instanceof(Uint8Array),
    size: z.number().int().positive(),
    isDeflated: z.boolean(),
  }),
)
export type PackedDrawing = z.infer<typeof drawingsInputSchema>[number]

/** Task `drawings`: makes a batch of drawings safe, each for itself. */
export async function makeDrawingsSafe(input: unknown): Promise<Converted[]> {
  const converted: Converted[] = []
  for (const one of drawingsInputSchema.parse(input)) converted.push(await makeSafe(one))
  return converted
}

async function makeSafe({ bytes, size, isDeflated }: PackedDrawing): Promise<Converted> {
  let inflated: Uint8Array
  try {
    inflated = isDeflated ? inflateRawSync(bytes, { maxOutputLength: size }) : bytes
  } catch {
    return { refused: 'unreadable' }
  }
  if (isPng(inflated)) return convertPng(inflated)
  try {
    return convertDrawing(decodeDrawing(inflated))
  } catch (error) {
    return { refused: error instanceof Refused ? error.reason : 'not_svg' }
  }
}
