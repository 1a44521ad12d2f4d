import type { DrawingTone } from '#lib/contract/file/contents.ts'
import type { PackIcon } from '#lib/contract/search.ts'

/**
 * Background for those icons of a pack that keep their colours: one for all, since one per icon
 * would give a chequered grid. A mix of dark and light icons gets a medium background.
 */
export function packGround(icons: PackIcon[]): DrawingTone {
  const tones = new Set(icons.map(({ tone }) => tone ?? 'dark'))
  if (tones.has('mixed') || (tones.has('dark') && tones.has('light'))) return 'mixed'
  if (tones.has('dark')) return 'dark'
  return tones.has('light') ? 'light' : 'any'
}
