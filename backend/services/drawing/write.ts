import { RESULT_MAX, DrawingError } from './limits.ts'
import type { SvgElement } from './tree.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that are not allowed in XML 1.0 (section 2.2). */
// oxlint-disable-next-line no-control-regex -- control characters are removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/**
 * Serialises a drawing as an SVG document; without the namespace, as a part of one.
 * @throws DrawingError `too_complex` above the size limit.
 */
export function writeDrawing(root: SvgElement, { isPart = false } = {}): string {
  const parts: string[] = []
  let length = 0
  function put(text: string) {
    length += text.length
    if (length > RESULT_MAX) throw new DrawingError('too_complex')
    parts.push(text)
  }
  function element({ name, attributes, children }: SvgElement, extra = '') {
    put(`<${name}${extra}`)
    for (const [attribute, value] of attributes) put(` ${attribute}="${escape(value)}"`)
    if (children.length === 0) return put('/>')
    put('>')
    for (const child of children) {
      if (typeof child === 'string') put(escape(child))
      else element(child)
    }
    put(`</${name}>`)
  }
  element(root, isPart ? '' : ' xmlns="http://www.w3.org/2000/svg"')
  return parts.join('')
}

const escape = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
