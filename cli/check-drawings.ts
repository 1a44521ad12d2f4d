import { inflateRawSync } from 'node:zlib'
import type { PackedIcon } from '#backend/services/container/icons.ts'
import { convertDrawing, decodeDrawing } from '#backend/services/drawing/convert.ts'
import { isRaster } from '#backend/services/drawing/raster.ts'
import { readRange } from '#backend/storage/file.ts'
import type { LocalFile } from './local-file.ts'

/** Icons that the site will not show: their number, and name and reason of the first. */
export type Refused = { count: number; first: { name: string; reason: string } | null }

/**
 * The SVG icons that the site's sanitiser refuses. They do not make the file invalid.
 * @param icons where they are in the file.
 */
export async function refusedDrawings(
  file: Pick<LocalFile, 'path'>,
  icons: PackedIcon[],
): Promise<Refused> {
  const refused: Refused = { count: 0, first: null }
  for (const { name, offset, packedSize, size, isDeflated } of icons) {
    const packed = await readRange(file.path, { start: offset, end: offset + packedSize - 1 })
    const reason = reasonOf(() =>
      isDeflated ? inflateRawSync(packed, { maxOutputLength: size }) : packed,
    )
    if (reason === null) continue
    refused.count += 1
    refused.first ??= { name, reason }
  }
  return refused
}

function reasonOf(read: () => Uint8Array): string | null {
  try {
    const bytes = read()
    // The site converts it by other means.
    if (isRaster(bytes)) return null
    const converted = convertDrawing(decodeDrawing(bytes))
    return 'refused' in converted ? converted.refused : null
  } catch {
    return 'unreadable'
  }
}
