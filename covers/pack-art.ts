import type { Icon } from './icon.ts'
import { picture } from './primitives.ts'
import type { Palette } from './palette.ts'

/** Input of a layout: at least 24 `icons`, the best first; `random` is seeded per pack. */
export type PackArt = { icons: Icon[]; palette: Palette; random: () => number }
export type PackDrawing = (art: PackArt) => string

/** The element at `index`, modulo the length. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[((index % list.length) + list.length) % list.length]
  if (found === undefined) throw new Error('An empty list has no element.')
  return found
}

export function each<T>(count: number, draw: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => draw(index))
}

export function scene({ palette }: PackArt, content: string[]): string {
  return picture(palette.ground, palette.deep, content.join(''))
}
