import { COVER, iconAt, box, picture, shadow } from './primitives.ts'
import type { Palette } from './palette.ts'
import { bar, drawKey, rowsOf } from './strip-parts.ts'
import type { DrawnKey } from './strip-parts.ts'
import { textAt, textWidth } from './text.ts'

/** Input of strip pictures: the keys of each page. */
export type StripKeys = { pages: DrawnKey[][]; palette: Palette }
type Layout = (art: StripKeys) => string

const { width: W, height: H } = COVER
const scene = (art: StripKeys, content: string[]) =>
  picture(art.palette.ground, art.palette.deep, content.join(''))
const first = (art: StripKeys) => art.pages[0] ?? []
const widest = (keys: DrawnKey[]) =>
  keys.reduce((best, key, i) => (key.width > (keys[best]?.width ?? 0) ? i : best), 0)
/** `count` neighbours around the widest key. */
function around(keys: DrawnKey[], count: number): DrawnKey[] {
  const start = Math.max(0, Math.min(keys.length - count, widest(keys) - Math.floor(count / 2)))
  return keys.slice(start, start + count)
}

/** The strip cut into stacked rows. */
const rows: Layout = (art) => {
  const keys = first(art)
  const list = rowsOf(keys, keys.length > 9 ? 4 : 3)
  const high = list.length === 4 ? 128 : 156
  const step = high + (list.length === 4 ? 30 : 44)
  const top = (H - (step * list.length - (step - high))) / 2
  return scene(
    art,
    list.map((row, i) => bar(row, 76, top + i * step, W - 152, high)),
  )
}

/** Rows that run through the picture at an angle. */
const tilt: Layout = (art) => {
  const keys = art.pages.flat()
  const content = Array.from({ length: 6 }, (_, row) => {
    const shift = (row * 5) % keys.length
    const turned = [...keys.slice(shift), ...keys.slice(0, shift)].slice(0, 9)
    return bar(turned, -260 - (row % 2) * 90, -120 + row * 176, 1780, 136)
  })
  return scene(art, ['<g transform="rotate(-11 600 375)">', ...content, '</g>'])
}

/** A few keys large, some smaller, the whole strip below in its true proportion. */
const focus: Layout = (art) => {
  const keys = first(art)
  const large = around(keys, 2)
  const rest = keys.filter((key) => !large.includes(key))
  return scene(art, [
    bar(large, 76, 96, W - 152, 236),
    bar((rest.length > 0 ? rest : keys).slice(0, 5), 76, 386, W - 152, 132),
    bar(keys, 76, 588, W - 152, 54),
  ])
}

/** Rows that are cropped on alternating sides. */
const stagger: Layout = (art) => {
  const keys = art.pages.flat()
  const count = keys.length > 9 ? 4 : 3
  const high = count === 4 ? 128 : 164
  const step = high + (count === 4 ? 34 : 48)
  const top = (H - step * count + step - high) / 2
  return scene(
    art,
    rowsOf(keys, count).map((row, i) => bar(row, i % 2 ? 120 : -120, top + i * step, W, high)),
  )
}

/** The keys as a wall of tiles, the label below the icon. */
const wall: Layout = (art) => {
  const drawn = first(art).filter((key) => key.icon ?? key.value)
  const keys = (drawn.length > 2 ? drawn : first(art)).slice(0, 12)
  const columns = Math.min(keys.length, keys.length > 9 ? 4 : 3)
  const lines = Math.floor(keys.length / columns)
  const gap = 22
  const [w, h] = [(W - 152 - gap * (columns - 1)) / columns, (H - 136 - gap * (lines - 1)) / lines]
  return scene(
    art,
    keys.slice(0, columns * lines).map((key, i) => {
      const [x, y] = [76 + (i % columns) * (w + gap), 68 + Math.floor(i / columns) * (h + gap)]
      const wide = key.label ? textWidth(key.label, 28) : 0
      const named = key.label && wide < w - 40 ? key.label : null
      const cy = y + h / 2 - (named ? 22 : 0)
      return [
        shadow(x, y, w, h, 40, 16, 0.03),
        box(x, y, w, h, 40, key.background),
        key.icon ? iconAt(key.icon, x + w / 2, cy, Math.min(h * 0.42, 92), key.foreground) : '',
        named ? textAt(named, x + (w - wide) / 2, y + h / 2 + 54, 28, key.foreground) : '',
      ].join('')
    }),
  )
}

/** One bar across the middle, its neighbours dim above and below. */
const horizon: Layout = (art) => {
  const keys = first(art)
  const shown = around(keys, Math.min(keys.length, 4))
  const dim = [keys.slice(0, 6), keys.slice(-6)]
  return scene(art, [
    `<g opacity="0.3">${bar(dim[0] ?? keys, -60, 66, W + 120, 104)}${bar(dim[1] ?? keys, -60, 580, W + 120, 104)}</g>`,
    bar(shown, -26, 262, W + 52, 226),
  ])
}

/** One large key, with the strip below. */
const solo: Layout = (art) => {
  const keys = first(art)
  const main = keys[widest(keys)] ?? keys[0]
  if (!main) throw new Error('A page has keys.')
  return scene(art, [
    shadow(150, 92, 900, 380, 104, 60, 0.05),
    drawKey({ ...main, width: 60 }, 150, 92, 900, 380),
    bar(keys, 76, 568, W - 152, 82),
  ])
}

export const STRIP_LAYOUTS = {
  rows,
  tilt,
  focus,
  stagger,
  wall,
  horizon,
  solo,
} as const satisfies Record<string, Layout>
