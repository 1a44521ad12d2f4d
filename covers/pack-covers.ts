import type { PackDrawing } from './pack-art.ts'
import { grid, diagonal, hero, heroRow, keys, duotone, scattered } from './pack-covers-plain.ts'
import { bento, orbit, columns, crop, halo } from './pack-covers-rich.ts'

/** The compositions of icon pack covers. */
export const PACK_LAYOUTS = {
  grid,
  diagonal,
  hero,
  heroRow,
  keys,
  duotone,
  scattered,
  bento,
  orbit,
  columns,
  crop,
  halo,
} as const satisfies Record<string, PackDrawing>
