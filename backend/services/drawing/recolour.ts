import { applyStyles } from '#backend/services/drawing/style/apply-styles.ts'
import { parseDrawing } from './parse.ts'
import { Keys, renameIds } from './references.ts'
import type { SvgElement } from './tree.ts'
import { writeDrawing } from './write.ts'

/** Paint inside of these is a stencil. */
const STENCILS = new Set(['mask', 'clipPath'])
const PAINTS = ['fill', 'stroke', 'stop-color', 'flood-color']
/** Elements whose colour is black unless they name it. */
const BLACK = new Map([
  ['stop', 'stop-color'],
  ['feFlood', 'flood-color'],
  ['feDropShadow', 'flood-color'],
])
/** Colours of a larger gamut, which are also attributes (`style/computed-style.ts`). */
const COLOUR_IN_STYLE = /(?:^|;)(?:fill|stroke|color|stop-color|flood-color):[^;]*/g
/** A reference and the colour for the case that it leads nowhere. */
const FALLBACK = /^(url\([^)]*\))\s*\S.*$/

/**
 * A sanitised drawing of one grey in a colour, `#rrggbb`. Only its paint changes: transparency and stencils stay.
 * @throws DrawingError above the limits of drawings.
 */
export function recolourDrawing(drawing: string, colour: string): string {
  const keys = new Keys()
  const { root, css } = parseDrawing(drawing, keys)
  applyStyles(root, css, keys)
  paintIn(root, colour)
  renameIds(root)
  return writeDrawing(root)
}

/** Paints a drawing of one grey in another paint, such as `currentColor`. */
export function paintIn(root: SvgElement, paint: string): void {
  if (!root.attributes.has('fill')) root.attributes.set('fill', 'black')
  visit(root, paint)
}

function visit({ name, attributes, children }: SvgElement, paint: string): void {
  if (STENCILS.has(name)) return
  attributes.delete('color')
  const style = attributes.get('style')?.replaceAll(COLOUR_IN_STYLE, '')
  if (style !== undefined) attributes.set('style', style)
  for (const attribute of PAINTS) {
    const value = attributes.get(attribute)?.trim()
    if (value === undefined || /^(?:none|transparent|inherit)/i.test(value)) continue
    const isReference = /^url\(/i.test(value)
    attributes.set(attribute, isReference ? value.replace(FALLBACK, `$1 ${paint}`) : paint)
  }
  const own = BLACK.get(name)
  if (own !== undefined && !attributes.has(own)) attributes.set(own, paint)
  for (const child of children) if (typeof child !== 'string') visit(child, paint)
}
