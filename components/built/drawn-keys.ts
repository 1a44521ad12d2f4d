import type { CollectedKey } from '#lib/browser/collected-strip.ts'
import type { StripKey } from '#lib/contract/file/contents.ts'

/** Pixels of the strip, between keys, and of the widest key: as the backend builds the page (backend/services/built). */
const WIDTH = 2170
const GAP = 4
const KEY_MAX = 176

/** The keys as the strip of the downloaded page shows them. */
export function drawnKeys(keys: readonly CollectedKey[]): StripKey[] {
  const pitch = Math.min(KEY_MAX + GAP, Math.floor((WIDTH + GAP) / keys.length))
  return keys.map(({ url, label, icon }, at) => ({
    x: at * pitch,
    width: pitch - GAP,
    icon: url,
    label,
    background: '#2a2623',
    foreground: '#f4f1ee',
    action: { type: 'text', text: label || icon },
  }))
}
