/** Longest description, in characters (Unicode code points). */
export const DESCRIPTION_MAX = 8192
/** Longest README of a repository that is kept and shown, in bytes of UTF-8: at most as many characters. */
export const README_MAX = 65_536
/** Further limits of a project, in characters (`lengthOf`); `TAGS_MAX` counts tags. */
export const TITLE_MAX = 200
/** Of a version with its pre-release. */
export const VERSION_MAX = 64
export const LICENSE_MAX = 60
export const TAGLINE_MAX = 80
/** Longest summary of a project on its card: its tagline, or the start of its description. */
export const SUMMARY_MAX = 120
export const TAG_MAX = 50
export const TAGS_MAX = 20
/** Longest alternative text of a picture. */
export const ALT_MAX = 300
/** Longest notes of a version. */
export const NOTES_MAX = 2000
/** Display name of an author. */
export const DISPLAY_NAME_MAX = 40
/** What an author says of themselves; links of an author, and the length of each. */
export const ABOUT_MAX = 300
export const LINKS_MAX = 4
export const LINK_MAX = 200
/** Longest reason for withdrawing a version. */
export const YANK_REASON_MAX = 300
/** Most gallery images of a project; the cover is separate. */
export const GALLERY_MAX = 3
/** Page size of a list: the default of `limit`, and the maximum. */
export const LIST_LIMIT_DEFAULT = 24
export const LIST_LIMIT_MAX = 100
/** Largest exact `total`; above it `total` is an estimate. */
export const TOTAL_EXACT_MAX = 10_000
/** Largest exact number of projects of a category, or of a kind; of more only that there are more. */
export const CATEGORY_COUNT_MAX = 1000
/** Base path of every call. */
export const API_BASE = '/api/v1'
/** Longest search term, in characters. */
export const TERM_MAX = 200
/**
 * Distinct words of a term that are searched for, and characters of each. In Chinese, Japanese, Korean
 * and other unspaced text each pair of characters counts as a word.
 */
export const SEARCHED_WORDS_MAX = 8
export const SEARCHED_WORD_MAX = 40
/** Timeout of a call to the backend, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 150_000
/** Largest uploaded picture, in bytes and pixels. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_MAX_PIXELS = 40_000_000
/** Narrower covers, and pictures with a shorter side, are accepted with a warning; in pixels. */
export const COVER_MIN_WIDTH = 256
export const PICTURE_MIN_SIDE = 32
/** An animated picture: frames, pixels of all frames together, and milliseconds until it begins again. */
export const ANIMATION_MAX_FRAMES = 500
export const ANIMATION_MAX_PIXELS = 100_000_000
export const ANIMATION_MAX_MS = 60_000
