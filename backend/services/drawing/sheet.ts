import { SHEET, SHEET_PITCH } from '#lib/contract/sheet.ts'
import { prefixReferences } from './allowed.ts'
import { applyStyles } from './apply-styles.ts'
import { DrawingError, SHEET_MAX, WEIGHT_MAX } from './limits.ts'
import type { MadeSheet } from './messages.ts'
import { parseDrawing, type SvgElement } from './parse.ts'
import { checkWeight } from './weight.ts'
import { writeDrawing } from './write.ts'

/** Side of a cell in units of the sheet; the distance between cells is a whole number. */
const SIDE = 4
const PITCH = SIDE * SHEET_PITCH

/** A length, with its unit. */
const LENGTH = /^\s*(\d{1,6}(?:\.\d{1,6})?)\s*([a-z]{0,3})\s*$/i
/** A PNG icon, as `worker/png-icon.ts` writes it. */
const BITMAP =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d{1,4}) (\d{1,4})"><image width="\1" height="\2" (href="data:image\/png;base64,[\w+/=]+")\/><\/svg>$/
/** Attributes of a root that have another meaning, or none, on an `svg` element inside of another. */
const DROPPED = ['id', 'x', 'y', 'width', 'height', 'viewBox', 'overflow', 'preserveAspectRatio']
const UNSUPPORTED = ['style', 'transform', 'filter', 'mask', 'clip-path', 'display']

/**
 * Joins sanitised drawings to one document, each in a cell of its own (lib/contract/sheet.ts). A cell clips its
 * drawing, and ids have the cell's number, so that drawings do not reach each other. A cell stays empty where its
 * drawing does not fit below the limits of a sheet, or would look different inside of another drawing.
 */
export function makeSheet(drawings: readonly (string | null)[]): MadeSheet {
  const cells: string[] = []
  const empty: number[] = []
  let weight = 0
  let length = 0
  for (const [at, drawing] of drawings.entries()) {
    const isTooLong = drawing !== null && length + drawing.length > SHEET_MAX
    const cell = drawing === null || isTooLong ? null : toCell(drawing, at)
    if (!cell || weight + cell.weight > WEIGHT_MAX) {
      empty.push(at)
      continue
    }
    weight += cell.weight
    length += cell.svg.length
    cells.push(cell.svg)
  }
  const [width, height] = [SHEET.columns * PITCH, SHEET.rows * PITCH]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`
  return { svg: cells.length > 0 ? `${head}${cells.join('')}</svg>` : null, empty }
}

/** The drawing as an element of the sheet, and the cost of rendering it. */
function toCell(drawing: string, at: number): { svg: string; weight: number } | null {
  const bitmap = BITMAP.exec(drawing)
  if (bitmap) {
    const [, width, height, href] = bitmap
    const { x, y, ...size } = placeOf(at, Number(width) / Number(height))
    const box = `x="${x}" y="${y}" width="${size.width}" height="${size.height}"`
    return { svg: `<image ${box} ${href}/>`, weight: 1 }
  }
  try {
    const { root, css } = parseDrawing(drawing)
    applyStyles(root, css)
    if (!nest(root, at)) return null
    prefixIds(root, `c${at}-`)
    return { svg: writeDrawing(root, { isPart: true }), weight: checkWeight(root) }
  } catch (error) {
    if (error instanceof DrawingError) return null
    throw error
  }
}

/** Makes a root an `svg` element within its cell. @returns `false` if it would look different there. */
function nest({ attributes }: SvgElement, at: number): boolean {
  const box = boxOf(attributes)
  const ratio = attributes.get('preserveAspectRatio')?.trim() ?? ''
  const isCentred = /^(?:xMidYMid(?:\s+meet)?)?$/.test(ratio)
  if (!box || !isCentred || UNSUPPORTED.some((name) => attributes.has(name))) return false
  for (const name of DROPPED) attributes.delete(name)
  for (const [name, value] of Object.entries(placeOf(at, box.ratio))) {
    attributes.set(name, String(value))
  }
  attributes.set('viewBox', box.viewBox)
  return true
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

/** The largest box of a ratio in the middle of a cell. */
function placeOf(at: number, ratio: number) {
  const [width, height] = ratio > 1 ? [SIDE, SIDE / ratio] : [SIDE * ratio, SIDE]
  const round = (length: number) => Math.round(length * 1e4) / 1e4
  return {
    x: round((at % SHEET.columns) * PITCH + (SIDE - width) / 2),
    y: round(Math.floor(at / SHEET.columns) * PITCH + (SIDE - height) / 2),
    width: round(width),
    height: round(height),
  }
}

/** Prefixes the ids of a drawing and the references to them. */
function prefixIds({ attributes, children }: SvgElement, prefix: string) {
  for (const [name, value] of attributes) {
    if (name === 'id') attributes.set(name, prefix + value)
    else if (name === 'href') attributes.set(name, value.trim().replace('#', `#${prefix}`))
    else attributes.set(name, prefixReferences(value, prefix))
  }
  for (const child of children) if (typeof child !== 'string') prefixIds(child, prefix)
}
