import type { Icon } from '#backend/demo/icon-set.ts'
import { box, COVER, iconAt, picture, shadow } from './primitives.ts'
import { inkOn } from './palette.ts'
import type { Palette } from './palette.ts'

/** What a layout draws: `icons` in order of merit, at least 24 of them; `random` is the pack's own. */
export type PackArt = { icons: Icon[]; palette: Palette; random: () => number }
type Layout = (art: PackArt) => string

const { width: W, height: H } = COVER
const at = <T>(list: readonly T[], index: number): T => {
  const found = list[((index % list.length) + list.length) % list.length]
  if (found === undefined) throw new Error('An empty list has no element.')
  return found
}
const each = <T>(count: number, draw: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => draw(index))
const scene = ({ palette }: PackArt, content: string[]) =>
  picture(palette.ground, palette.deep, content.join(''))

const grid: Layout = (art) => {
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

const diagonal: Layout = (art) => {
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

const hero: Layout = (art) => {
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

const heroRow: Layout = (art) => {
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

const keys: Layout = (art) =>
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

const duotone: Layout = (art) => {
  const { palette } = art
  const right = palette.keys[0]
  const edge = (y: number) => 690 - y * 0.24
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

const scattered: Layout = (art) => {
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

const BENTO = [
  [0, 0, 2, 2], [2, 0, 1, 1], [3, 0, 2, 1], [5, 0, 1, 1], [2, 1, 1, 1], [3, 1, 1, 1], [4, 1, 2, 2],
  [0, 2, 1, 1], [1, 2, 1, 1], [2, 2, 2, 2], [0, 3, 2, 1], [4, 3, 1, 1], [5, 3, 1, 1],
] as const // prettier-ignore

const bento: Layout = (art) =>
  scene(
    art,
    BENTO.map(([column, row, wide, high], i) => {
      const [cell, gap] = [157, 14]
      const [x, y] = [94 + column * (cell + gap), 40 + row * (cell + gap)]
      const [w, h] = [wide * (cell + gap) - gap, high * (cell + gap) - gap]
      const fill = at(art.palette.keys, (wide * high === 4 ? i : i * 3) + wide)
      const size = Math.min(w, h) * (high === 2 ? 0.56 : 0.54)
      return (
        box(x, y, w, h, 34, fill) +
        iconAt(at(art.icons, i), x + w / 2, y + h / 2, size, inkOn(fill))
      )
    }),
  )

const orbit: Layout = (art) => {
  const { palette } = art
  const rings = [
    [9, 236, 84, 1],
    [17, 392, 76, 0.8],
    [22, 556, 76, 0.5],
  ] as const
  let used = 1
  return scene(art, [
    ...rings.map(
      ([, r]) =>
        `<circle cx="600" cy="375" r="${r}" fill="none" stroke="${palette.soft}" stroke-opacity="0.28"/>`,
    ),
    iconAt(at(art.icons, 0), 600, 375, 218, palette.accent),
    ...rings.flatMap(([count, r, size, opacity], ring) =>
      each(count, (i) => {
        const angle = (i / count) * Math.PI * 2 - Math.PI / 2 + ring * 0.17
        const icon = at(art.icons, used)
        used += 1
        const [x, y] = [600 + Math.cos(angle) * r, 375 + Math.sin(angle) * r]
        return (
          `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size * 0.62}" fill="${palette.ground}"/>` +
          iconAt(icon, x, y, size, palette.ink, opacity)
        )
      }),
    ),
  ])
}

const columns: Layout = (art) => {
  const order = [3, 1, 0, 4, 2, 0, 1]
  const w = W / order.length
  return scene(
    art,
    order.flatMap((shade, column) => {
      const fill = at(art.palette.keys, shade)
      return [
        `<rect x="${(column * w).toFixed(1)}" width="${(w + 1).toFixed(1)}" height="${H}" fill="${fill}"/>`,
        ...each(6, (row) =>
          iconAt(
            at(art.icons, column * 6 + row),
            (column + 0.5) * w,
            row * 150 + (column % 2 ? 0 : 75),
            88,
            inkOn(fill),
          ),
        ),
      ]
    }),
  )
}

const crop: Layout = (art) => {
  const { palette } = art
  return scene(art, [
    iconAt(at(art.icons, 0), 930, 395, 980, palette.keys[1]),
    ...each(12, (i) =>
      iconAt(
        at(art.icons, i + 1),
        142 + (i % 3) * 148,
        148 + Math.floor(i / 3) * 152,
        84,
        i % 4 === 3 ? palette.accent : palette.ink,
      ),
    ),
  ])
}

const halo: Layout = (art) => {
  const { palette } = art
  return scene(
    art,
    each(11 * 7, (i) => {
      const [x, y] = [70 + (i % 11) * 106, 60 + Math.floor(i / 11) * 105]
      const near = Math.max(0, 1 - Math.hypot(x - 388, (y - 375) * 1.15) / 860)
      const colour = near > 0.74 ? palette.accent : palette.ink
      return iconAt(at(art.icons, i * 3 + Math.floor(i / 11)), x, y, 66, colour, 0.2 + near * 0.8)
    }),
  )
}

export const PACK_LAYOUTS = {
  grid, diagonal, hero, heroRow, keys, duotone, scattered, bento, orbit, columns, crop, halo,
} as const satisfies Record<string, Layout> // prettier-ignore
export type PackLayout = keyof typeof PACK_LAYOUTS
