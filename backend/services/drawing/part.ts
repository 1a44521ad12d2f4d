import { applyStyles } from '#backend/services/drawing/style/apply-styles.ts'
import { DrawingError } from './limits.ts'
import { collectLosses } from './losses.ts'
import { parseDrawing } from './parse.ts'
import { Keys, renameIds } from './references.ts'
import type { SvgElement } from './tree.ts'
import { checkWeight } from './weight.ts'
import { writeDrawing } from './write.ts'

/** A length, with its unit. */
const LENGTH = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*([a-z]{0,3})\s*$/i
/** A raster icon, as `worker/raster-icon.ts` writes it. */
const BITMAP =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d{1,4}) (\d{1,4})"><image width="\1" height="\2" (href="data:image\/png;base64,[\w+/=]+")\/><\/svg>$/
export const isBitmap = (drawing: string) => BITMAP.test(drawing)
/** Attributes of a root that have another meaning, or none, on an `svg` element inside of another. */
const DROPPED = ['id', 'x', 'y', 'width', 'height', 'viewBox', 'overflow', 'preserveAspectRatio']
const UNSUPPORTED = ['style', 'transform', 'filter', 'mask', 'clip-path', 'display']

/** Where a part is shown in its document. */
export type DrawingPlace = { x: number; y: number; width: number; height: number }
/** An element of a document, and the cost of rendering it. */
type Part = { svg: string; weight: number }
type Options = {
  /** Unique in the document: ids of the drawing begin with it. */
  prefix: string
  /** The place for a drawing of this width per height. */
  place: (ratio: number) => DrawingPlace
  /** Changes the drawing before it is written. */
  adjust?: ((root: SvgElement) => void) | undefined
}

/**
 * A sanitised drawing as a part of a document of many. It is clipped to its place, and its ids do not reach
 * the others. `null` if it would look different there.
 */
export function toPart(drawing: string, { prefix, place, adjust }: Options): Part | null {
  const bitmap = BITMAP.exec(drawing)
  if (bitmap) {
    const [, width, height, href] = bitmap
    const { x, y, ...size } = place(Number(width) / Number(height))
    const box = `x="${x}" y="${y}" width="${size.width}" height="${size.height}"`
    return { svg: `<image ${box} ${href}/>`, weight: 1 }
  }
  try {
    const keys = new Keys()
    const { root, css } = parseDrawing(drawing, keys)
    applyStyles(root, css, keys)
    // Nothing is missing in what was written here.
    if (collectLosses(root, { hasFonts: false }).length > 0) return null
    adjust?.(root)
    if (!nest(root, place)) return null
    renameIds(root, prefix)
    return { svg: writeDrawing(root, { isPart: true }), weight: checkWeight(root) }
  } catch (error) {
    if (error instanceof DrawingError) return null
    throw error
  }
}

/** Makes a root an `svg` element in its place. @returns `false` if it would look different there. */
function nest({ attributes }: SvgElement, place: Options['place']): boolean {
  const box = boxOf(attributes)
  const ratio = attributes.get('preserveAspectRatio')?.trim() ?? ''
  const isCentred = /^(?:xMidYMid(?:\s+meet)?)?$/.test(ratio)
  if (!box || !isCentred || UNSUPPORTED.some((name) => attributes.has(name))) return false
  for (const name of DROPPED) attributes.delete(name)
  for (const [name, value] of Object.entries(place(box.ratio))) {
    attributes.set(name, String(value))
  }
  attributes.set('viewBox', box.viewBox)
  return true
}

/** Longest side of a drawing as a picture, in pixels. */
const SIDE_MAX = 4000
/** Size of a drawing that states none (CSS 2.2, section 10.3.2). */
const DEFAULT_SIZE = { width: 300, height: 150 }

/** The size of a sanitised drawing as a picture, in whole pixels. */
export function sizeOfDrawing(drawing: string): { width: number; height: number } {
  const { attributes } = parseDrawing(drawing, new Keys()).root
  const box = boxOf(attributes)
  if (!box) return DEFAULT_SIZE
  const [, , boxWidth = 0] = box.viewBox.split(' ').map(Number)
  const own = LENGTH.exec(attributes.get('width') ?? '')
  const isPixels = own !== null && /^(?:px)?$/i.test(own[2] ?? '')
  const scaled = Math.min(isPixels ? Number(own[1]) : boxWidth, SIDE_MAX, SIDE_MAX * box.ratio)
  const side = (length: number) => Math.max(1, Math.round(length))
  return { width: side(scaled), height: side(scaled / box.ratio) }
}

/** The view box of a root, and its width per height as an image (CSS Images 3, section 5.1). */
function boxOf(attributes: Map<string, string>): { viewBox: string; ratio: number } | null {
  const numbers = (attributes.get('viewBox') ?? '').split(/[\s,]+/).filter(Boolean)
  const [, , width = 0, height = 0] = numbers.length === 4 ? numbers.map(Number) : []
  const viewBox =
    numbers.every((number) => Number.isFinite(Number(number))) && width > 0 && height > 0
  const [w, h] = ['width', 'height'].map((side) => LENGTH.exec(attributes.get(side) ?? ''))
  const sides = w && h && w[2] === h[2] ? [Number(w[1]), Number(h[1])] : []
  const [ownWidth = 0, ownHeight = 0] = sides
  const hasSize = ownWidth > 0 && ownHeight > 0
  if (viewBox) {
    return { viewBox: numbers.join(' '), ratio: hasSize ? ownWidth / ownHeight : width / height }
  }
  const isPixels = hasSize && /^(?:px)?$/i.test(w?.[2] ?? '')
  if (attributes.has('viewBox') || !isPixels) return null
  return { viewBox: `0 0 ${ownWidth} ${ownHeight}`, ratio: ownWidth / ownHeight }
}
