import type { FileKind } from '#lib/contract/kind-schema.ts'
import type { Icon } from './icon.ts'
import { type Palette, inkOn } from './palette.ts'
import { box, COVER, iconAt, shadow } from './primitives.ts'
import { bar, type DrawnKey } from './strip-parts.ts'

/*
 * What a kind looks like without the contents of a file: keys with simple shapes for icon packs, several strips for
 * profiles, one strip for pages. The keys are blank: nothing of the file is guessed.
 */

const shape = (d: string): Icon => ({
  name: '',
  body: `<path d="${d}" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>`,
  size: 20,
  scale: 1,
})
const SHAPES = [
  'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z',
  'M4 10 10 4l6 6v6H4Z',
  'M10 3l2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4 5.5 16.8l.9-5L2.8 8.3l5-.7Z',
  'M4 4h12v12H4Z M4 8h12',
  'M3 6h14v9H3Z M3 6l7 5 7-5',
  'M10 3v14 M3 10h14',
  'M10 17C4 13 3 10 3 8a3.5 3.5 0 0 1 7-1 3.5 3.5 0 0 1 7 1c0 2-1 5-7 9Z',
].map(shape)

/** Widths of blank keys, relative to a height of 60. */
const WIDTHS = [84, 62, 150, 62, 110, 62, 190, 84, 62, 130]
/** Which of them have a colour of the palette; the others are dark. */
const LIT = [0, 2, 4, 6, 9]
const DARK_KEY = '#26231f'

/** Blank keys of a strip, from the `from`th width on. */
export function blankKeys(palette: Palette, from: number, count: number): DrawnKey[] {
  return Array.from({ length: count }, (_, index) => {
    const at = (from + index) % WIDTHS.length
    const lit = LIT.indexOf(at)
    const background = lit < 0 ? DARK_KEY : (palette.keys[lit % 5] ?? palette.accent)
    const width = WIDTHS[at] ?? 60
    return { icon: null, label: null, value: null, background, foreground: palette.ink, width }
  })
}

type Place = { x: number; y: number; width: number; height: number }

/** The motif of a kind in a place of a cover. A place that is higher than the cover is filled with several strips. */
export function motif(
  kind: FileKind,
  palette: Palette,
  { x, y, width, height }: Place,
  from = 0,
): string {
  if (kind === 'icon') return iconKeys(palette, { x, y, width, height }, from)
  const isMany = kind === 'profile' || height > COVER.height
  const rows = isMany ? Math.max(1, Math.round(height / 120)) : 1
  const step = height / rows
  const high = Math.min(step * (rows > 1 ? 0.78 : 1), 150)
  return Array.from({ length: rows }, (_, row) => {
    const top = y + row * step + (step - high) / 2
    const count = Math.max(3, Math.round(width / (high * 1.75)))
    return bar(blankKeys(palette, from + row * 3, count), x, top, width, high)
  }).join('')
}

/** Square keys with shapes, as many as fill the place. */
function iconKeys(palette: Palette, { x, y, width, height }: Place, from: number): string {
  const rows = Math.max(1, Math.round(height / 190))
  const size = height / (rows + (rows - 1) * 0.14)
  const gap = size * 0.14
  const columns = Math.max(1, Math.floor((width + gap) / (size + gap)))
  const left = x + (width - columns * size - (columns - 1) * gap) / 2
  return Array.from({ length: rows * columns }, (_, index) => {
    const column = index % columns
    const row = Math.floor(index / columns)
    const [keyX, keyY] = [left + column * (size + gap), y + row * (size + gap)]
    const fill = palette.keys[(column + row * 2 + from) % 5] ?? palette.accent
    const icon = SHAPES[(index + from) % SHAPES.length]
    return [
      shadow(keyX, keyY, size, size, size * 0.24, 18, 0.03),
      box(keyX, keyY, size, size, size * 0.24, fill),
      icon ? iconAt(icon, keyX + size / 2, keyY + size / 2, size * 0.5, inkOn(fill)) : '',
    ].join('')
  }).join('')
}
