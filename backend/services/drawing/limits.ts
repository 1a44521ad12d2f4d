import type { DrawingRefusal } from '#lib/contract/inside.ts'

/*
 * What a drawing may hold. Real icon sets stay far below; the decision record has their figures.
 */

/** A larger drawing is no icon; in bytes, once inflated. */
export const DRAWING_MAX_BYTES = 256 * 1024
/** Elements in the source, whatever becomes of them. */
export const ELEMENTS_MAX = 5_000
/** Elements inside each other. */
export const DEPTH_MAX = 100
/** Attributes of one element. */
export const ATTRIBUTES_MAX = 200
/** Characters of an attribute that is no geometry (`d`, `points`, `transform`). */
export const VALUE_MAX = 10_000
/** Rules tried on elements, times the declarations that they set. */
export const STYLE_WORK_MAX = 100_000
/** References that lead to references. */
export const REFERENCE_DEPTH_MAX = 50
/**
 * What a browser draws, references followed: an element counts 1, and 1 for each 256 characters of
 * geometry; a filter primitive, a mask and a clip path count more (`weight.ts`).
 */
export const WEIGHT_MAX = 20_000
/** Characters of the result: style sheets multiply what they set. */
export const RESULT_MAX = 512 * 1024

/** A drawing that is not shown, with the reason. */
export class Refused extends Error {
  readonly reason: DrawingRefusal

  constructor(reason: DrawingRefusal) {
    super(reason)
    this.name = 'Refused'
    this.reason = reason
  }
}
