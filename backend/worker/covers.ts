import { loadProgram, readInput } from '#lib/worker/program-error.ts'
import type { Icon } from '#covers/icon.ts'
import { type CoverArt, drawCover, drawCovers, drawGallery } from '#covers/offer.ts'
import { type Palette, PALETTES } from '#covers/palette.ts'
import { COVER } from '#covers/primitives.ts'
import { TITLE_ROOMS } from '#covers/title-covers.ts'
import { iconNameOf } from '#lib/contract/file/container.ts'
import { COVER_LAYOUTS, COVER_PREVIEWS, type CoverPalette } from '#lib/contract/file/cover.ts'
import {
  type Art,
  drawInputSchema,
  type Drawn,
  previewInputSchema,
  type Previews,
} from '#backend/services/cover/messages.ts'
import { toIcons } from '#backend/services/cover/icons.ts'
import { LIST_WIDTHS } from '#backend/services/picture/widths.ts'
import { drawingSharp } from './bounded-sharp.ts'
import { encode } from './pictures.ts'

/*
 * Tasks that draw covers from the contents of an uploaded file. The document is ours; the icons in it are
 * sanitised, bounded in weight, and refer to nothing outside.
 */

/** Task `draw-cover`: a cover and gallery pictures in a layout and a palette. */
export async function drawPictures(input: unknown): Promise<Drawn> {
  const { art, look } = readInput(drawInputSchema, input)
  const { drawn, definitions } = await prepare(art, look.palette)
  const finish = (svg: string, widths: readonly number[] = []) =>
    drawingSharp(withDefinitions(svg, definitions), (picture) => encode(picture, widths))
  const cover = await finish(drawCover(drawn, look.layout), LIST_WIDTHS)
  const gallery: Drawn['gallery'] = []
  for (const svg of drawGallery(drawn)) gallery.push(await finish(svg))
  return { cover, gallery }
}

/** Task `preview-covers`: the covers of all layouts in one small picture. */
export async function previewCovers(input: unknown): Promise<Previews> {
  const { art, palette } = readInput(previewInputSchema, input)
  const { drawn, definitions } = await prepare(art, palette)
  const { columns, width, height } = COVER_PREVIEWS
  const size = { width: columns * width, height: (COVER_LAYOUTS / columns) * height }
  const cells = drawCovers(drawn).map((svg, index) => {
    const place = `x="${(index % columns) * width}" y="${Math.floor(index / columns) * height}"`
    return svg.replace(/^<svg [^>]*>/, () => `<svg ${place} ${box(width, height, COVER)}>`)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box(size.width, size.height, size)}><defs></defs>${cells.join('')}</svg>`
  const picture = await drawingSharp(withDefinitions(svg, definitions), (drawing) =>
    drawing.webp({ quality: 80, effort: 3 }).toBuffer(),
  )
  return { picture, isTitled: 'title' in drawn }
}

type Prepared = { drawn: CoverArt; definitions: string }

const box = (width: number, height: number, view: { width: number; height: number }) =>
  `width="${width}" height="${height}" viewBox="0 0 ${view.width} ${view.height}"`

/** Each icon is defined once and used by its id, however often a layout repeats it. */
const withDefinitions = (svg: string, definitions: string) =>
  svg.replace('<defs>', () => `<defs>${definitions}`)

/** Of the texts of a strip, and of titles. Without a language, Han characters have their Japanese shapes. */
const LANGUAGE = 'ja'

async function prepare(art: Art, paletteName: CoverPalette): Promise<Prepared> {
  const palette = PALETTES[paletteName]
  const { icons, definitions } = toIcons(art.icons)
  // A file whose contents are not shown, or whose icons are all too large.
  if (!art.pages && icons.length === 0) return { drawn: await drawTitle(art, palette), definitions }
  // The layouts on offer place nothing at random.
  if (!art.pages) return { drawn: { pack: { icons, palette, random: () => 0.5 } }, definitions }
  const byName = new Map(icons.map((icon) => [icon.name, icon]))
  const pages = art.pages.map(({ keys }) =>
    keys.map(({ icon, ...key }) => ({ ...key, value: '', icon: iconOf(icon, byName) })),
  )
  // Loaded for texts only: the other tasks of these processes draw none.
  const { letterPages } = await loadProgram(() => import('#covers/lettering.ts'))
  return { drawn: { strip: { pages: await letterPages(pages, LANGUAGE), palette } }, definitions }
}

async function drawTitle({ kind, title }: Art, palette: Palette): Promise<CoverArt> {
  const { fitTitle } = await loadProgram(() => import('#covers/title-lines.ts'))
  const [wide, tall] = await Promise.all([
    fitTitle(title, LANGUAGE, TITLE_ROOMS.wide),
    fitTitle(title, LANGUAGE, TITLE_ROOMS.tall),
  ])
  return { title: { kind, palette, wide, tall } }
}

/** The icon of the archive entry `icons/sun.svg`. */
const iconOf = (entry: string | null, byName: Map<string, Icon>): Icon | null =>
  (entry !== null && byName.get(iconNameOf(entry))) || null
