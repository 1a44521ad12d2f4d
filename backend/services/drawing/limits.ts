import type { DrawingRefusal } from '#lib/contract/file/contents.ts'

/*
 * Limits of a drawing. Those of common icon sets are far below; see
 * docs/decisions/0104-mark-drawings-that-the-sanitiser-simplifies.md.
 */

/** Elements in the source, including those that are removed. */
export const ELEMENTS_MAX = 5_000
/** Nesting depth of elements. */
export const DEPTH_MAX = 100
/** Attributes of one element. */
export const ATTRIBUTES_MAX = 200
/** Characters of an attribute that is not geometry (`d`, `points`, `transform`). */
export const VALUE_MAX = 10_000
/** Style rules matched against elements, plus the declarations that they set. */
export const STYLE_WORK_MAX = 100_000
/** Steps of matching selectors that are more than names, classes and ids: elements and values that are looked at. */
export const MATCH_WORK_MAX = 2_000_000
/** Characters of a selector, and of a value with variables; longer ones are ignored. */
export const SELECTOR_MAX = 1_000
/** Rules per drawing, and their nesting; further ones are ignored. */
export const RULES_MAX = 5_000
export const NESTING_MAX = 4
/** Characters that variables insert. */
export const VARIABLE_WORK_MAX = 500_000
/** Entities that a document declares, and the characters that they insert. */
export const ENTITIES_MAX = 100
export const EXPANDED_MAX = 512 * 1024
/** Embedded pictures; pixels of each before it is scaled; characters of all of them after that. */
export const PICTURES_MAX = 20
export const PICTURE_PIXELS_MAX = 2048 * 2048
export const PICTURE_CHARACTERS_MAX = 400 * 1024
/** Length of a chain of references. */
export const REFERENCE_DEPTH_MAX = 50
/**
 * Rendering cost with all references followed: 1 per element and per 256 characters of geometry; more for
 * filter primitives, masks and clip paths (`weight.ts`).
 */
export const WEIGHT_MAX = 20_000
/** Characters of the result: resolved style sheets can multiply the size of the source. */
export const RESULT_MAX = 512 * 1024

/** Characters of the drawings of a sheet, and bytes of each. */
export const SHEET_MAX = 512 * 1024
export const SHEET_DRAWING_MAX = 32 * 1024

/** A drawing is refused: it is replaced by a placeholder with this reason. */
export class DrawingError extends Error {
  readonly reason: DrawingRefusal

  constructor(reason: DrawingRefusal) {
    super(reason)
    this.name = 'DrawingError'
    this.reason = reason
  }
}
