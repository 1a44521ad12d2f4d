/* The keys of a strip that is built from single icons. Without schemas: the browser draws them as the backend writes them. */

/** As many as a page has. */
export const BUILT_KEYS_MAX = 60

/** Pixels of the device's strip, between keys, and of the widest key. */
const WIDTH = 2170
const GAP = 4
const KEY_MAX = 176

/** Place and colours of the key `at` of `count`, and what it does: it types its label until another action is chosen. */
export function builtKey(
  { label, icon }: { label: string; icon: string },
  at: number,
  count: number,
) {
  const pitch = Math.min(KEY_MAX + GAP, Math.floor((WIDTH + GAP) / count))
  return {
    x: at * pitch,
    width: pitch - GAP,
    label,
    background: '#2a2623',
    foreground: '#f4f1ee',
    action: { type: 'text' as const, text: label || icon },
  }
}
