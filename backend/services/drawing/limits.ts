import type { DrawingRefusal } from '#lib/contract/contents.ts'

/*
 * Limits of a drawing. Those of common icon sets are far below; see
 * docs/decisions/0029-work-on-strangers-files.md.
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
