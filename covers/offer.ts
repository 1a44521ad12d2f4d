import { COVER_LAYOUTS } from '#lib/contract/file/cover.ts'
import { at, type PackArt, type PackDrawing } from './pack-art.ts'
import { PACK_LAYOUTS } from './pack-covers.ts'
import { onKeys, sheet, sizes } from './pack-gallery.ts'
import { STRIP_LAYOUTS, type StripKeys } from './strip-covers.ts'
import { magnified, trueStrip } from './strip-gallery.ts'
import { motifAlone, TITLE_LAYOUTS, type TitleArt } from './title-covers.ts'

/** What a creator's file has to draw; title and kind where its contents are not shown. */
export type CoverArt = { pack: PackArt } | { strip: StripKeys } | { title: TitleArt }

const PACK: readonly PackDrawing[] = (
  ['hero', 'grid', 'keys', 'bento', 'diagonal', 'orbit'] as const
).map((name) => PACK_LAYOUTS[name])
const STRIP = (['rows', 'focus', 'wall', 'solo', 'stagger', 'horizon'] as const).map(
  (name) => STRIP_LAYOUTS[name],
)

/** The cover in a layout, from 1 to `COVER_LAYOUTS`. */
export function drawCover(art: CoverArt, layout: number): string {
  if ('pack' in art) return at(PACK, layout - 1)(art.pack)
  if ('strip' in art) return at(STRIP, layout - 1)(art.strip)
  return at(TITLE_LAYOUTS, layout - 1)(art.title)
}

/** All covers of a palette, by layout. */
export const drawCovers = (art: CoverArt): string[] =>
  Array.from({ length: COVER_LAYOUTS }, (_, index) => drawCover(art, index + 1))

/** A sheet shows too little of a pack with fewer icons. */
const SHEET_MIN = 5
/** Pages that a picture of all pages has room for. */
const PAGES_MAX = 6

/** One to three pictures for the gallery. */
export function drawGallery(art: CoverArt): string[] {
  if ('pack' in art) {
    const { pack } = art
    return [pack.icons.length < SHEET_MIN ? sizes(pack) : sheet(pack), onKeys(pack)]
  }
  if ('title' in art) return [motifAlone(art.title)]
  const { palette, pages } = art.strip
  const strip = { palette, pages: pages.slice(0, PAGES_MAX) }
  const more = strip.pages.slice(1, 3).map((_, index) => magnified(strip, index + 1))
  return [trueStrip(strip), ...more]
}
