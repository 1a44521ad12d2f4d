import { at, each, scene } from './pack-art.ts'
import type { PackDrawing } from './pack-art.ts'
import { inkOn } from './palette.ts'
import { box, COVER, iconAt } from './primitives.ts'

const { width: W, height: H } = COVER

const BENTO = [
  [0, 0, 2, 2], [2, 0, 1, 1], [3, 0, 2, 1], [5, 0, 1, 1], [2, 1, 1, 1], [3, 1, 1, 1], [4, 1, 2, 2],
  [0, 2, 1, 1], [1, 2, 1, 1], [2, 2, 2, 2], [0, 3, 2, 1], [4, 3, 1, 1], [5, 3, 1, 1],
] as const // prettier-ignore

export const bento: PackDrawing = (art) =>
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

export const orbit: PackDrawing = (art) => {
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

export const columns: PackDrawing = (art) => {
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

export const crop: PackDrawing = (art) => {
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

export const halo: PackDrawing = (art) => {
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
