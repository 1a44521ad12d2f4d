import type { Icon } from '#backend/demo/icon-set.ts'
import { picture } from './primitives.ts'
import type { Palette } from './palette.ts'

/** What a layout draws: `icons` in order of merit, at least 24 of them; `random` is the pack's own. */
export type PackArt = { icons: Icon[]; palette: Palette; random: () => number }
export type PackDrawing = (art: PackArt) => string

/** The element at `index`, counted round and round. */
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
