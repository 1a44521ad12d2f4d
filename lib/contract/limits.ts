/** Section 5: a description has at most this many characters (Unicode code points). */
export const DESCRIPTION_MAX = 8192
/** Further limits of a project, in characters (`lengthOf`), and how many tags it has. */
export const TITLE_MAX = 200
export const TAG_MAX = 50
export const TAGS_MAX = 20
/** What a picture shows, in words. */
export const ALT_MAX = 300
/** What is told of a version. */
export const NOTES_MAX = 2000
/** Why a version is not offered any more. */
export const YANK_REASON_MAX = 300
/** Section 5: a project has at most this many gallery images; the cover is separate. */
export const GALLERY_MAX = 3
/** How many entries a list answers where `limit` does not say, and at most. */
export const LIST_LIMIT_DEFAULT = 24
export const LIST_LIMIT_MAX = 100
/** Up to here `total` is exact, above it an estimate. */
export const TOTAL_EXACT_MAX = 10_000
/** The base path of every call (section 7). */
export const API_BASE = '/api/v1'
/** A search term has at most this many characters. */
export const TERM_MAX = 200
/**
 * So many different words of a term are looked for, and so many characters of each. Of Chinese,
 * Japanese, Korean and other unspaced text each pair of characters counts as a word.
 */
export const SEARCHED_WORDS_MAX = 8
export const SEARCHED_WORD_MAX = 40
/** Section 9: a call to the backend may take this long, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 150_000
/** A picture has at most this many bytes and pixels. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 40_000_000
