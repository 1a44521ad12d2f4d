import { inflateRawSync } from 'node:zlib'
import { convertDrawing, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { DrawingError } from '#backend/services/drawing/limits.ts'
import {
  type Converted,
  drawingsInputSchema,
  type MadeSheet,
  type PackedDrawing,
  sheetInputSchema,
} from '#backend/services/drawing/messages.ts'
import { makeSheet } from '#backend/services/drawing/sheet.ts'
import { convertPng, isPng } from './png-icon.ts'

/** Task `drawings`: sanitises a batch of drawings, each separately. */
export async function sanitiseDrawings(input: unknown): Promise<Converted[]> {
  const converted: Converted[] = []
  for (const drawing of drawingsInputSchema.parse(input)) converted.push(await sanitise(drawing))
  return converted
}

/** Task `sheet`: joins sanitised drawings to a sheet. */
export async function joinDrawings(input: unknown): Promise<MadeSheet> {
  return makeSheet(sheetInputSchema.parse(input).cells)
}

async function sanitise({ bytes, size, isDeflated }: PackedDrawing): Promise<Converted> {
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
    return { refused: error instanceof DrawingError ? error.reason : 'not_svg' }
  }
}
