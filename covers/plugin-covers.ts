import type { Icon } from './icon.ts'
import { inkOn } from './palette.ts'
import type { Palette } from './palette.ts'
import { box, COVER, iconAt, picture, shadow } from './primitives.ts'

/** The keys of a plugin: icon and background, the most important first. */
export type PluginArt = { keys: { icon: Icon; background: string }[]; palette: Palette }
type Layout = (art: PluginArt) => string

const { width: W, height: H } = COVER
const scene = ({ palette }: PluginArt, content: string[]) =>
  picture(palette.ground, palette.deep, content.join(''))
const at = ({ keys }: PluginArt, i: number) => {
  const key = keys[i % keys.length]
  if (!key) throw new Error('A plugin has keys.')
  return key
}
const tile = (art: PluginArt, i: number, x: number, y: number, size: number) => {
  const { icon, background } = at(art, i)
  return (
    box(x, y, size, size, size * 0.24, background) +
    iconAt(icon, x + size / 2, y + size / 2, size * 0.54, inkOn(background))
  )
}

/** One key with rings around it. */
const beacon: Layout = (art) => {
  const size = 300
  const rings = [470, 350, 240, 140, 60].map((grow, i) =>
    box(
      600 - size / 2 - grow,
      375 - size / 2 - grow,
      size + grow * 2,
      size + grow * 2,
      72 + grow,
      'none',
      `stroke="${art.palette.accent}" stroke-width="2.5" stroke-opacity="${(0.08 + i * 0.08).toFixed(2)}"`,
    ),
  )
  return scene(art, [
    ...rings,
    shadow(450, 225, size, size, 72, 40, 0.04),
    tile(art, 0, 450, 225, size),
  ])
}

/** Keys that overlap like cards, from back to front. */
const cascade: Layout = (art) => {
  const count = Math.min(5, art.keys.length)
  const sizes = Array.from({ length: count }, (_, i) => 160 + i * (1040 / count / 3.4))
  const overlap = (sizes.reduce((sum, size) => sum + size, 0) - 1040) / (count - 1)
  let x = 80
  return scene(
    art,
    sizes.map((size, i) => {
      const y = 408 - i * (66 / count) - size / 2
      const drawn =
        shadow(x, y, size, size, size * 0.24, 34, 0.045) + tile(art, count - 1 - i, x, y, size)
      x += size - overlap
      return drawn
    }),
  )
}

/** A grid of dark keys, with the plugin's own highlighted. */
const lit: Layout = (art) => {
  const places = [8, 15, 4, 17, 20, 1, 12, 10, 22, 6, 3, 19]
  const content: string[] = []
  for (let i = 0; i < 24; i += 1) {
    const [x, y] = [69 + (i % 6) * 181, 33 + Math.floor(i / 6) * 174]
    const lamp = places.indexOf(i)
    content.push(
      lamp >= 0 && lamp < art.keys.length
        ? tile(art, lamp, x, y, 157)
        : box(
            x,
            y,
            157,
            157,
            38,
            art.palette.deep,
            `stroke="${art.palette.soft}" stroke-opacity="0.16"`,
          ),
    )
  }
  return scene(art, content)
}

/** A close-up of the strip with the plugin's keys. */
const close: Layout = (art) => {
  const size = 250
  const from = art.keys.length > 2 ? 2 : 1
  return scene(art, [
    shadow(-60, 218, W + 120, 314, 90, 70, 0.05),
    box(-60, 218, W + 120, 314, 90, '#0a0908', 'stroke="#fff" stroke-opacity="0.1"'),
    ...Array.from({ length: 5 }, (_, i) =>
      tile(
        art,
        (i + art.keys.length * 5 - from) % art.keys.length,
        -65 + i * 270,
        H / 2 - size / 2,
        size,
      ),
    ),
  ])
}

/** All keys of the plugin in one grid. */
export function allKeys(art: PluginArt): string {
  const count = art.keys.length
  const columns = count > 8 ? 5 : count > 6 ? 4 : count === 6 ? 3 : Math.max(2, count)
  const lines = Math.ceil(count / columns)
  const size = Math.min(
    220,
    (H - 130 - (lines - 1) * 26) / lines,
    (W - 160 - (columns - 1) * 26) / columns,
  )
  return scene(
    art,
    art.keys.map((_, i) => {
      const inRow = Math.min(columns, count - Math.floor(i / columns) * columns)
      const x = (W - inRow * size - (inRow - 1) * 26) / 2 + (i % columns) * (size + 26)
      const y = (H - lines * size - (lines - 1) * 26) / 2 + Math.floor(i / columns) * (size + 26)
      return shadow(x, y, size, size, size * 0.24, 20, 0.03) + tile(art, i, x, y, size)
    }),
  )
}

export const PLUGIN_LAYOUTS = { beacon, cascade, lit, close } as const satisfies Record<
  string,
  Layout
>
