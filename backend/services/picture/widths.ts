import type { PictureWidth } from '#lib/contract/picture.ts'

/** Widths that lists show: covers have them before anybody asks. */
export const LIST_WIDTHS: readonly PictureWidth[] = [320, 768, 1200]
/** Of the pictures that are scaled down; at 84 as the original they weigh a third more. */
export const SCALED_WEBP = { quality: 75, effort: 4 }
