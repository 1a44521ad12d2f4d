import { box, COVER, iconAt, picture, shadow } from './primitives.ts'
import { inkOn } from './palette.ts'
import type { PackArt } from './pack-art.ts'

const { width: W, height: H } = COVER

/** Columns of a sheet with more icons than this. */
const COLUMNS = [
  [60, 12],
  [32, 10],
  [18, 8],
  [8, 6],
  [4, 4],
] as const

/** A sheet with as many icons as fit, in a regular grid. */
export function sheet({ icons, palette }: PackArt): string {
  const columns = COLUMNS.find(([fewest]) => icons.length > fewest)?.[1] ?? icons.length
  const rows = Math.min(
    Math.floor((H - 90) / ((W - 120) / columns)) || 1,
    Math.ceil(icons.length / columns),
  )
  const cell = Math.min((W - 120) / columns, (H - 90) / rows)
  const left = (W - columns * cell) / 2
  const whole = icons.slice(0, rows * columns)
  const top = (H - rows * cell) / 2
  return picture(
    palette.ground,
    palette.deep,
    whole
      .map((icon, i) => {
        const [x, y] = [
          left + ((i % columns) + 0.5) * cell,
          top + (Math.floor(i / columns) + 0.5) * cell,
        ]
        return iconAt(icon, x, y, cell * 0.52, palette.ink)
      })
      .join(''),
  )
}

/** One icon from 160 down to 16 pixels, on the grid that it was drawn on. */
export function sizes({ icons, palette }: PackArt): string {
  const icon = icons[0]
  if (!icon) throw new Error('A pack has icons.')
  const unit = 460 / 24
  const lines = Array.from({ length: 25 }, (_, i) => {
    const look = `stroke="${palette.soft}" stroke-opacity="${i % 4 ? 0.14 : 0.34}"`
    const d = i * unit
    return `<path d="M${90 + d} 145V605M90 ${145 + d}H550" ${look}/>`
  })
  const steps = [140, 100, 68, 48, 32, 20]
  let x = 650
  const row = (top: number, list: number[], from: number) =>
    list.map((size, i) => {
      const one = icons[(from + i) % icons.length] ?? icon
      const drawn = iconAt(one, x + size / 2, top, size, i === 0 ? palette.accent : palette.ink)
      x += size + 20
      return drawn
    })
  const content = [...lines, iconAt(icon, 320, 375, 460, palette.ink)]
  for (const [index, top] of [235, 405, 540].entries()) {
    x = 650
    content.push(...row(top, steps.slice(index), index * 6))
  }
  return picture(palette.ground, palette.deep, content.join(''))
}

/** The icons as keys on stacked strips. */
export function onKeys({ icons, palette }: PackArt): string {
  const content: string[] = []
  for (let line = 0; line < 4; line += 1) {
    const y = 92 + line * 148
    content.push(shadow(64, y, W - 128, 122, 34, 24, 0.05))
    content.push(box(64, y, W - 128, 122, 34, '#0b0a09', 'stroke="#fff" stroke-opacity="0.09"'))
    for (let i = 0; i < 8; i += 1) {
      const icon = icons[(line * 8 + i) % icons.length]
      const fill = palette.keys[(i + line * 2 + (i > 3 ? 1 : 0)) % 5] ?? palette.keys[0]
      const x = 76 + i * 131.3
      content.push(box(x, y + 12, 123, 98, 24, fill))
      if (icon) content.push(iconAt(icon, x + 61.5, y + 61, 58, inkOn(fill)))
    }
  }
  return picture(palette.ground, palette.deep, content.join(''))
}
