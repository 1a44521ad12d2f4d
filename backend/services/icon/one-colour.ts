import type { DrawingRow } from '#backend/db/tables.ts'

type Drawing = { [Field in 'refused' | 'tone' | 'simplified' | 'raster']: DrawingRow[Field] | null }

/**
 * Whether a pack can be had in another colour: each of its drawings is one shade of grey (`mono`), complete, and no picture of pixels.
 * Drawings from before this was stored count as such; the recolouring finds the pictures among them.
 */
export const isOneColour = (drawings: readonly Drawing[]): boolean =>
  drawings.length > 0 &&
  drawings.every(
    ({ refused, tone, simplified, raster }) =>
      refused === null && tone === 'mono' && !simplified?.length && raster !== true,
  )
