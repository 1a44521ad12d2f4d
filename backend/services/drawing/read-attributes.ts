import { GEOMETRY, isAllowedAttribute, isPresentation, PICTURES } from './allowed.ts'
import { isModernColour } from './colour.ts'
import { DrawingError, VALUE_MAX } from './limits.ts'
import { isPicture } from './pictures.ts'
import type { Keys } from './references.ts'
import type { SvgElement } from './tree.ts'
import { safeValue } from '#backend/services/drawing/style/value.ts'
import { hasVariable } from '#backend/services/drawing/style/variables.ts'

const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
/** Elements that draw, or continue, what `href` refers to; that of others has no effect in an image. */
const REFERRING = new Set([
  ...PICTURES,
  'linearGradient',
  'pattern',
  'radialGradient',
  'textPath',
  'use',
])
const LANGUAGE = /^[\w-]{0,40}$/

/**
 * Copies the allowed attributes of an element from its source.
 * @throws DrawingError `too_complex` if a value is too long.
 */
export function readAttributes(
  { name: elementName, attributes, losses, source }: SvgElement,
  keys: Keys,
  prefixes: ReadonlyMap<string, string>,
): void {
  for (const [qualified, value] of source.attributes) {
    const name = isLink(qualified, prefixes) ? 'href' : qualified
    if (name === 'href') {
      // `xlink:href` counts where there is no `href` (SVG 2, section 16.1.6).
      if (qualified === 'href' || !source.attributes.has('href')) readHref(value)
    } else if (isPresentation(name)) readProperty(name, value)
    else if (isAllowedAttribute(name) && isSafe(name, value)) {
      if (value.length > VALUE_MAX && !GEOMETRY.has(name)) throw new DrawingError('too_complex')
      attributes.set(name, name === 'id' ? keys.of(value) : value)
    }
  }

  function readProperty(name: string, value: string) {
    if (value.length > VALUE_MAX) throw new DrawingError('too_complex')
    // Resolved with the styles.
    if (hasVariable(value) || isModernColour(value.trim())) return void attributes.set(name, value)
    const safe = safeValue(value, keys)
    if (safe === null) return
    if (safe === 'lost') return void losses.push('css')
    if (safe.isExternal) losses.push('external')
    if (safe.text !== '') attributes.set(name, safe.text)
  }
  function readHref(value: string) {
    if (!REFERRING.has(elementName)) return
    const address = value.trim()
    const isShown = PICTURES.has(elementName) && isPicture(address)
    if (address.startsWith('#')) attributes.set('href', `#${keys.ofFragment(address.slice(1))}`)
    else if (isShown) attributes.set('href', address)
    else if (address !== '') {
      losses.push(address.startsWith('data:') ? 'image' : 'external')
    }
  }
}

function isLink(qualified: string, prefixes: ReadonlyMap<string, string>): boolean {
  if (!qualified.endsWith(':href')) return false
  return prefixes.get(qualified.slice(0, -':href'.length)) === XLINK_NAMESPACE
}

function isSafe(name: string, value: string): boolean {
  if (name === 'xml:space') return value === 'preserve' || value === 'default'
  if (name === 'lang' || name === 'xml:lang') return LANGUAGE.test(value)
  return true
}
