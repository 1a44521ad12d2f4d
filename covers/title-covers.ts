import type { FileKind } from '#lib/contract/kind-schema.ts'
import { inkOn, type Palette } from './palette.ts'
import { box, COVER, picture, shadow } from './primitives.ts'
import { type FittedText, LINE, textAt, textWidth } from './text.ts'
import { motif } from './title-motif.ts'

/** Places of titles: across the cover, and beside something. */
export const TITLE_ROOMS = {
  wide: { width: 980, height: 330 },
  tall: { width: 560, height: 540 },
} as const

/** Input of covers without contents: kind and title of the project. */
export type TitleArt = {
  kind: FileKind
  palette: Palette
  wide: FittedText
  tall: FittedText
}
type Layout = (art: TitleArt) => string

const { width: W, height: H } = COVER
const scene = ({ palette }: TitleArt, ...content: string[]) =>
  picture(palette.ground, palette.deep, content.join(''))

type Placed = { x: number; cy: number; colour: string; align?: 'start' | 'middle' }

/** The lines of a title around `cy`. */
function title({ lines, size }: FittedText, { x, cy, colour, align = 'start' }: Placed): string {
  const top = cy - ((lines.length - 1) * size * LINE) / 2
  return lines
    .map((line, at) => {
      const left = align === 'middle' ? x - textWidth(line, size) / 2 : x
      return textAt(line, left, top + at * size * LINE, size, colour)
    })
    .join('')
}

/** The title, and the motif from edge to edge below it. */
const above: Layout = (art) =>
  scene(
    art,
    title(art.wide, { x: 80, cy: 250, colour: art.palette.ink }),
    motif(art.kind, art.palette, { x: -40, y: 500, width: W + 80, height: 170 }),
  )

/** The title on the left, the motif on the right. */
const beside: Layout = (art) =>
  scene(
    art,
    motif(art.kind, art.palette, { x: 720, y: 75, width: 620, height: 600 }),
    title(art.tall, { x: 80, cy: H / 2, colour: art.palette.ink }),
  )

/** The title on a panel over a dim motif at an angle. */
const over: Layout = (art) =>
  scene(
    art,
    `<g opacity="0.5" transform="rotate(-9 600 375)">${motif(art.kind, art.palette, { x: -180, y: -160, width: 1560, height: 1080 })}</g>`,
    shadow(60, 175, W - 120, 400, 64, 50, 0.05),
    box(60, 175, W - 120, 400, 64, art.palette.ground),
    title(art.wide, { x: W / 2, cy: H / 2, colour: art.palette.ink, align: 'middle' }),
  )

/** The title on one large key. */
const key: Layout = (art) => {
  const fill = art.palette.keys[0]
  return scene(
    art,
    shadow(50, 150, W - 100, 450, 108, 60, 0.05),
    box(50, 150, W - 100, 450, 108, fill),
    title(art.wide, { x: W / 2, cy: H / 2, colour: inkOn(fill), align: 'middle' }),
  )
}

/** The motif on a ground of the accent, the title below it. */
const stage: Layout = (art) =>
  scene(
    art,
    box(0, 0, W, 330, 0, art.palette.keys[0]),
    motif(art.kind, art.palette, { x: 80, y: 90, width: W + 80, height: 150 }, 2),
    title(art.wide, { x: 80, cy: 540, colour: art.palette.ink }),
  )

/** The title between two rows of the motif. */
const between: Layout = (art) =>
  scene(
    art,
    motif(art.kind, art.palette, { x: -70, y: -70, width: W + 140, height: 170 }),
    motif(art.kind, art.palette, { x: -120, y: H - 100, width: W + 240, height: 170 }, 4),
    title(art.wide, { x: W / 2, cy: H / 2, colour: art.palette.accent, align: 'middle' }),
  )

export const TITLE_LAYOUTS: readonly Layout[] = [above, beside, over, key, stage, between]

/** A picture for the gallery: the motif alone. */
export const motifAlone: Layout = (art) =>
  scene(art, motif(art.kind, art.palette, { x: 90, y: 85, width: W - 180, height: 580 }))
