import type { PictureWidth } from '#lib/contract/file/picture.ts'

/** Widths that lists show; those of a cover are made when it is uploaded. */
export const LIST_WIDTHS: readonly PictureWidth[] = [320, 768, 1200]
/** Encoding of scaled pictures. At quality 84, as for originals, they would be a third larger. */
export const SCALED_WEBP = { quality: 75, effort: 4 }
