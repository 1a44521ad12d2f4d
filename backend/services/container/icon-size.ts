import { isRasterIcon } from '#lib/contract/file/container.ts'

/** Size limit of an SVG icon, inflated, and of one that is another picture; in bytes. */
export const ICON_MAX_BYTES = 256 * 1024
export const RASTER_ICON_MAX_BYTES = 1024 * 1024

/** Size limit of the icon with this path, whose extension is in lower case. */
export const maxBytesOf = (path: string) =>
  isRasterIcon(path) ? RASTER_ICON_MAX_BYTES : ICON_MAX_BYTES
