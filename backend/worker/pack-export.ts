import { readInput } from '#lib/worker/program-error.ts'
import { exportInputSchema } from '#backend/services/pack-export/messages.ts'
import { type DrawSquare, writeExport } from '#backend/services/pack-export/write-export.ts'
import { drawTransparent, sharp } from './bounded-sharp.ts'

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

const drawSquare: DrawSquare = (picture, side) => {
  const fit = { width: side, height: side, fit: 'contain', background: TRANSPARENT } as const
  return 'png' in picture
    ? sharp(picture.png).resize(fit).png({ compressionLevel: 9 }).toBuffer()
    : drawTransparent(picture.svg, (drawn) =>
        drawn.resize(fit).png({ compressionLevel: 9 }).toBuffer(),
      )
}

/** Task `export-pack`: writes an icon pack in another form. */
export async function exportPack(input: unknown): Promise<null> {
  await writeExport(readInput(exportInputSchema, input), drawSquare)
  return null
}
