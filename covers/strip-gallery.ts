import { bar, rowsOf } from './strip-parts.ts'
import { picture } from './primitives.ts'
import type { StripKeys } from './strip-covers.ts'

const SIZE = { width: 1600, height: 1000 }

/** Every page as the device shows it (2170×60, reduced), and below the first one magnified. */
export function trueStrip({ pages, palette }: StripKeys): string {
  const strips = pages.map((keys, i) => bar(keys, 60, 84 + i * 86, 1480, 50))
  const top = 84 + pages.length * 86 + 40
  const front = pages[0] ?? []
  const rows = rowsOf(front, front.length > 8 ? 4 : front.length > 4 ? 3 : 2)
  const step = (1000 - top - 40) / rows.length
  const zoomed = rows.map((keys, i) =>
    bar(keys, 60, top + i * step, 1480, Math.min(step - 34, 290)),
  )
  return picture(palette.ground, palette.deep, [...strips, ...zoomed].join(''), SIZE)
}

/** One page magnified, in three rows. */
export function magnified(art: StripKeys, page: number): string {
  const rows = rowsOf(art.pages[page] ?? art.pages[0] ?? [], 3)
  const step = 960 / rows.length
  return picture(
    art.palette.ground,
    art.palette.deep,
    rows.map((keys, i) => bar(keys, 60, 60 + i * step, 1480, Math.min(step - 80, 210))).join(''),
    SIZE,
  )
}
