import { readInput } from '#lib/worker/program-error.ts'
import { inflateRawSync } from 'node:zlib'
import { convertWithPictures, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { DrawingError } from '#backend/services/drawing/limits.ts'
import {
  type Converted,
  type DrawingReport,
  drawingsInputSchema,
  type PackedDrawing,
  type SheetOutput,
  sheetInputSchema,
} from '#backend/services/drawing/messages.ts'
import { isRaster } from '#backend/services/drawing/raster.ts'
import { makeSheet } from '#backend/services/drawing/sheet.ts'
import type { Report } from '#lib/worker/serve.ts'
import { encodePicture } from './embedded-picture.ts'
import { convertRaster } from './raster-icon.ts'

/** Task `drawings`: sanitises drawings, each separately, and reports each at once, so that none is lost if the process is killed. */
export async function sanitiseDrawings(input: unknown, report: Report): Promise<void> {
  const { drawings, stopMs } = readInput(drawingsInputSchema, input)
  let total = 0
  for (const drawing of drawings) {
    const read = startCpuClock()
    const converted = await sanitise(drawing)
    const cpuMs = read()
    report({ converted, cpuMs } satisfies DrawingReport)
    total += cpuMs
    if (total >= stopMs) return
  }
}

/** Task `sheet`: joins sanitised drawings to a sheet. */
export async function joinDrawings(input: unknown): Promise<SheetOutput> {
  const read = startCpuClock()
  return { ...makeSheet(readInput(sheetInputSchema, input).cells), cpuMs: read() }
}

/** @returns a function that reads the processor time of the process since, in milliseconds. */
function startCpuClock() {
  const begun = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000
  }
}

/** The safe drawing of an icon file, or why there is none. */
export async function sanitise({ bytes, size, isDeflated }: PackedDrawing): Promise<Converted> {
  let inflated: Uint8Array
  try {
    inflated = isDeflated ? inflateRawSync(bytes, { maxOutputLength: size }) : bytes
  } catch {
    return { refused: 'unreadable' }
  }
  if (isRaster(inflated)) return convertRaster(inflated)
  try {
    return await convertWithPictures(decodeDrawing(inflated), encodePicture)
  } catch (error) {
    return { refused: error instanceof DrawingError ? error.reason : 'not_svg' }
  }
}
