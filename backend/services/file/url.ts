import { pathTemplate } from '#lib/contract/call-request.ts'
import { CALLS } from '#lib/contract/calls.ts'
import { PACK_EXPORTS, pixelsOf, PNG_ICONS_MAX } from '#lib/contract/file/pack-export.ts'
import type { PackIcons } from '#lib/contract/search.ts'
import { PICTURE_WIDTHS } from '#lib/contract/file/picture.ts'
import type { Image } from '#lib/contract/project.ts'
import { originalOf } from './original.ts'
import type { files, StoredSheet } from '#backend/db/tables.ts'

/** The path of a stored file; the name only labels the download. */
export const fileUrl = pathTemplate(CALLS.file)
const originalUrl = pathTemplate(CALLS.originalFile)
const variantPath = pathTemplate(CALLS.variantFile)
const variantFormPath = pathTemplate(CALLS.chosenVariant)
const exportPath = pathTemplate(CALLS.packExport)
const licensePath = pathTemplate(CALLS.fileLicense)
const fileIconPath = pathTemplate(CALLS.fileIcon)
const fileSheetPath = pathTemplate(CALLS.fileSheet)
const picturePath = pathTemplate(CALLS.picture)
const animationPath = pathTemplate(CALLS.animation)

type FileRow = Pick<typeof files.$inferSelect, 'id' | 'name' | 'size' | 'sha256' | 'reader'> &
  Parameters<typeof originalOf>[0]

/** Maps a package to the downloadable file of the contract. */
export function toPackageFile(file: Pick<FileRow, 'id' | 'name' | 'size' | 'sha256'>) {
  const { id, name, size, sha256 } = file
  return { file_id: id, name, size, sha256, url: fileUrl({ id, name }) }
}

/** Maps a file to the downloadable file of the contract's projects and versions. */
export function toProjectFile(file: FileRow) {
  const { id, reader } = file
  return {
    ...toPackageFile(file),
    format: reader,
    original: toOriginal(id, file),
    license_url: licensePath({ id }),
  }
}

function toOriginal(id: string, row: FileRow) {
  const original = originalOf(row)
  if (!original) return null
  const { name, size, sha256 } = original
  return { name, size, sha256, url: originalUrl({ id, name }) }
}

/** The path of a file in a colour, `#rrggbb`. */
export const variantUrl = ({ id, name }: Pick<FileRow, 'id' | 'name'>, colour: string): string =>
  variantPath({ id, name, colour: colour.slice(1) })

/** The paths that lead to a file in a colour of choice, as the contract names them. */
export const variantUrls = (file: Pick<FileRow, 'id' | 'name'>) => ({
  url: variantUrl(file, '#rrggbb'),
  form_url: variantFormPath({ id: file.id }),
})

/** The paths of a pack with so many icons in the forms that it is offered in. */
export const exportUrls = (
  { id }: Pick<FileRow, 'id'>,
  icons: number,
): NonNullable<PackIcons['exports']> =>
  PACK_EXPORTS.filter((form) => pixelsOf(form) === null || icons <= PNG_ICONS_MAX).map((form) => ({
    form,
    // The file is saved under the name in its answer: pages have several of these addresses.
    url: exportPath({ id, form, name: 'x' }),
  }))

/** The path of a picture in its original size. */
export const imageUrl = (id: string): string => fileUrl({ id, name: 'image.webp' })

/** Media type of a sanitised drawing that is stored as a picture. */
export const DRAWING_TYPE = 'image/svg+xml'
/** The same of any stored picture: that of a README may be a drawing. */
export const pictureUrl = ({
  id,
  mediaType,
}: Pick<typeof files.$inferSelect, 'id' | 'mediaType'>) =>
  mediaType === DRAWING_TYPE ? fileUrl({ id, name: 'image.svg' }) : imageUrl(id)

/** The path of the animation of a picture. */
export const animationUrl = (id: string): string => animationPath({ id })

/** Where the drawings of a file are found: its id, and the version of the sanitiser that made them. */
export type DrawingsOfFile = { id: string; drawingsVersion: number }

/** The path of an icon of a stored archive: it changes with the version of the sanitiser. */
export const iconUrl = ({ id, drawingsVersion }: DrawingsOfFile, name: string): string =>
  fileIconPath({ id, name: `${name}${drawingsVersion > 0 ? `.${drawingsVersion}` : ''}.svg` })

/** The path of a sheet: it changes with the content. */
export const sheetUrl = (id: string, { first, hash }: Pick<StoredSheet, 'first' | 'hash'>) =>
  fileSheetPath({ id, name: `${first}-${hash}.svg` })

/**
 * Sources for the `srcset` of a picture `width` pixels wide: the narrower standard widths, and the
 * original unless it is wider than all standard widths.
 */
export function imageSources(id: string, width: number): NonNullable<Image['sources']> {
  const smaller = PICTURE_WIDTHS.filter((standard) => standard < width).map((standard) => ({
    url: picturePath({ id, width: standard }),
    width: standard,
  }))
  const isStandard = width <= Math.max(...PICTURE_WIDTHS)
  return isStandard ? [...smaller, { url: imageUrl(id), width }] : smaller
}
