import type { DrawingTone } from '#lib/contract/inside.ts'
import type { PackIcon } from '#lib/contract/search.ts'

/**
 * The ground for those icons of a pack that keep their colours: one for all of them, since a ground for
 * each would make a chequered grid. Where dark and light ones are together it lies in between.
 */
export function packGround(icons: PackIcon[]): DrawingTone {
  const tones = new Set(icons.map(({ tone }) => tone ?? 'dark'))
  if (tones.has('mixed') || (tones.has('dark') && tones.has('light'))) return 'mixed'
  if (tones.has('dark')) return 'dark'
  return tones.has('light') ? 'light' : 'any'
}
