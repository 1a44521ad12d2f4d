import { at, each, scene } from './pack-art.ts'
import type { PackDrawing } from './pack-art.ts'
import { inkOn } from './palette.ts'
import { box, COVER, iconAt, shadow } from './primitives.ts'

const { width: W, height: H } = COVER

export const grid: PackDrawing = (art) => {
  const marked = new Set([2, 9, 19])
  return scene(
    art,
    each(24, (i) => {
      const x = 150 + (i % 6) * 180
      const y = 120 + Math.floor(i / 6) * 170
      return iconAt(
        at(art.icons, i),
        x,
        y,
        100,
        marked.has(i) ? art.palette.accent : art.palette.ink,
      )
    }),
  )
}

export const diagonal: PackDrawing = (art) => {
  const icons = each(10 * 13, (i) => {
    const row = Math.floor(i / 13)
    const x = -340 + (i % 13) * 156 + (row % 2) * 78
    const y = -250 + row * 132
    const loud = (i * 7 + row * 3) % 11 === 0
    const colour = loud ? art.palette.accent : art.palette.ink
    return iconAt(at(art.icons, i * 5 + row), x, y, 82, colour, loud ? 1 : row % 2 ? 0.32 : 0.92)
  })
  return scene(art, [`<g transform="rotate(-14 600 375)">`, ...icons, '</g>'])
}

export const hero: PackDrawing = (art) => {
  const { palette } = art
  const [x, y, size] = [96, 131, 488]
  return scene(art, [
    shadow(x, y, size, size, 92),
    box(x, y, size, size, 92, palette.keys[0]),
    iconAt(at(art.icons, 0), x + size / 2, y + size / 2, 308, inkOn(palette.keys[0])),
    ...each(12, (i) =>
      iconAt(
        at(art.icons, i + 1),
        716 + (i % 3) * 176,
        179 + Math.floor(i / 3) * 131,
        86,
        i % 5 === 2 ? palette.accent : palette.ink,
        1,
      ),
    ),
  ])
}

export const heroRow: PackDrawing = (art) => {
  const { palette } = art
  return scene(art, [
    iconAt(at(art.icons, 0), 600, 278, 336, palette.accent),
    ...each(7, (i) => {
      const x = 114 + i * 142
      const fill = i === 3 ? palette.keys[0] : palette.deep
      return (
        box(x, 540, 120, 120, 30, fill, `stroke="${palette.soft}" stroke-opacity="0.25"`) +
        iconAt(at(art.icons, i + 1), x + 60, 600, 66, inkOn(fill))
      )
    }),
  ])
}

export const keys: PackDrawing = (art) =>
  scene(
    art,
    each(15, (i) => {
      const [column, row] = [i % 5, Math.floor(i / 5)]
      const [x, y] = [88 + column * 210, 76 + row * 206]
      const fill = at(art.palette.keys, column + row * 2)
      return (
        shadow(x, y, 184, 184, 44, 18, 0.03) +
        box(x, y, 184, 184, 44, fill) +
        iconAt(at(art.icons, i), x + 92, y + 92, 98, inkOn(fill))
      )
    }),
  )

/** Horizontal position of the border between the two grounds of `duotone` at height `y`. */
const edge = (y: number) => 690 - y * 0.24

export const duotone: PackDrawing = (art) => {
  const { palette } = art
  const right = palette.keys[0]
  return scene(art, [
    `<path d="M${edge(0)} 0H${W}V${H}H${edge(H)}Z" fill="${right}"/>`,
    ...each(32, (i) => {
      const [x, y] = [110 + (i % 8) * 140, 126 + Math.floor(i / 8) * 166]
      const over = x > edge(y)
      return Math.abs(x - edge(y)) < 62
        ? ''
        : iconAt(at(art.icons, i), x, y, 94, over ? inkOn(right) : palette.ink)
    }),
  ])
}

export const scattered: PackDrawing = (art) => {
  const { palette, random } = art
  const placed: { x: number; y: number; r: number }[] = []
  const sizes = [
    260,
    200,
    170,
    150,
    130,
    120,
    120,
    104,
    104,
    96,
    96,
    96,
    88,
    88,
    ...each(26, () => 66),
  ]
  for (const size of sizes)
    for (let attempt = 0; attempt < 260; attempt += 1) {
      const r = size * 0.62
      const x = r + 28 + random() * (W - 2 * r - 56)
      const y = r + 24 + random() * (H - 2 * r - 48)
      if (placed.some((one) => Math.hypot(one.x - x, one.y - y) < one.r + r + 12)) continue
      placed.push({ x, y, r })
      break
    }
  return scene(
    art,
    placed.map(({ x, y, r }, i) => {
      const colour =
        i === 0 || i % 6 === 4 ? palette.accent : i % 5 === 3 ? palette.soft : palette.ink
      return iconAt(at(art.icons, i), x, y, (r / 0.62) * 0.98, colour)
    }),
  )
}
