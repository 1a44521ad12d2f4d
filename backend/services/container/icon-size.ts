/** Size limit of an icon file (SVG or PNG), inflated, in bytes. */
export const ICON_MAX_BYTES = 256 * 1024
