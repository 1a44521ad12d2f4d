import sax from 'sax'
import { GEOMETRY, isAllowedElement, isSafeAttribute, TEXT_ELEMENTS } from './allowed.ts'
import { ATTRIBUTES_MAX, DEPTH_MAX, ELEMENTS_MAX, DrawingError, VALUE_MAX } from './limits.ts'

/** An element with its allowed attributes; `style` and `classes` are not resolved yet. */
export type SvgElement = {
  name: string
  attributes: Map<string, string>
  style: string
  classes: string[]
  children: (SvgElement | string)[]
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
const CLASSES_MAX = 50

/**
 * Parses an SVG in one pass and keeps allowed elements and attributes. Limits are checked while parsing,
 * so that they also bound memory.
 * @returns the root element and the text of the style sheets.
 * @throws DrawingError
 */
export function parseDrawing(source: string): { root: SvgElement; css: string } {
  const reader = new Reader()
  const events: Partial<sax.SAXParser> = {
    onattribute: ({ name, value }) => reader.attribute(name, value),
    onopentag: ({ name }) => reader.open(name),
    onclosetag: () => reader.close(),
    ontext: (text) => reader.text(text),
    oncdata: (text) => reader.text(text),
    ondoctype: (text) => {
      if (/<!ENTITY/i.test(text)) throw new DrawingError('entities')
    },
    onerror: () => {
      throw new DrawingError('not_svg')
    },
  }
  const parser = Object.assign(sax.parser(true, { xmlns: false, position: false }), events)
  try {
    parser.write(source).close()
  } catch (error) {
    throw error instanceof DrawingError ? error : new DrawingError('not_svg')
  }
  return reader.end()
}

class Reader {
  #root: SvgElement | undefined
  readonly #open: SvgElement[] = []
  #attributes = new Map<string, string>()
  readonly #namespaces = new Map<string, string>()
  #elements = 0
  /** Depth within an element that is removed. */
  #skipped = 0
  #isStyle = false
  readonly #css: string[] = []

  attribute(name: string, value: string) {
    this.#attributes.set(name, value)
    if (this.#attributes.size > ATTRIBUTES_MAX) throw new DrawingError('too_complex')
    if (name.startsWith('xmlns:') && this.#namespaces.size < 100) {
      this.#namespaces.set(name.slice('xmlns:'.length), value.trim())
    }
  }

  open(qualified: string) {
    const attributes = this.#attributes
    this.#attributes = new Map()
    this.#elements += 1
    if (this.#elements > ELEMENTS_MAX) throw new DrawingError('too_many_elements')
    if (this.#open.length + this.#skipped >= DEPTH_MAX) throw new DrawingError('too_deep')
    const name = this.#skipped > 0 ? undefined : this.#localName(qualified)
    if (!this.#root && name !== 'svg') throw new DrawingError('not_svg')
    if (name === 'image' && this.#isVisibleBitmap(attributes)) throw new DrawingError('bitmap')
    if (name === undefined || !isAllowedElement(name)) {
      this.#skipped += 1
      this.#isStyle = this.#skipped === 1 && name === 'style' && isCss(attributes.get('type'))
      return
    }
    const element = this.#make(name, attributes)
    this.#open.at(-1)?.children.push(element)
    this.#root ??= element
    this.#open.push(element)
  }

  close() {
    if (this.#skipped === 0) return void this.#open.pop()
    this.#skipped -= 1
    this.#isStyle = false
  }

  text(text: string) {
    if (this.#isStyle) return void this.#css.push(text, '\n')
    const current = this.#open.at(-1)
    if (this.#skipped === 0 && current && TEXT_ELEMENTS.has(current.name)) {
      current.children.push(text)
    }
  }

  end() {
    if (!this.#root) throw new DrawingError('not_svg')
    return { root: this.#root, css: this.#css.join('') }
  }

  /** The name without the prefix of the SVG namespace; `undefined` in another namespace. */
  #localName(qualified: string): string | undefined {
    const colon = qualified.indexOf(':')
    if (colon < 0) return qualified
    const isSvg = this.#namespaces.get(qualified.slice(0, colon)) === SVG_NAMESPACE
    return isSvg ? qualified.slice(colon + 1) : undefined
  }

  /** Removing a visible bitmap would change the drawing, so that it is refused instead. */
  #isVisibleBitmap(source: Map<string, string>): boolean {
    if (source.get('display') === 'none') return false
    return [...source].some(([name, value]) => this.#attributeName(name) === 'href' && value !== '')
  }

  #make(name: string, source: Map<string, string>): SvgElement {
    const attributes = new Map<string, string>()
    for (const [qualified, value] of source) {
      const attribute = this.#attributeName(qualified)
      if (value.length > VALUE_MAX && !GEOMETRY.has(attribute)) {
        // Attributes that are removed anyway may have any length.
        if (isSafeAttribute(attribute, value) || attribute === 'style') {
          throw new DrawingError('too_complex')
        }
        continue
      }
      if (isSafeAttribute(attribute, value)) attributes.set(attribute, value)
    }
    const classes = (source.get('class') ?? '').split(/\s+/, CLASSES_MAX).filter(Boolean)
    return { name, attributes, style: source.get('style') ?? '', classes, children: [] }
  }

  /** `xlink:href` becomes `href`, which replaces it in SVG 2. */
  #attributeName(qualified: string): string {
    if (!qualified.endsWith(':href')) return qualified
    const prefix = qualified.slice(0, -':href'.length)
    const isLink = prefix === 'xlink' || this.#namespaces.get(prefix) === XLINK_NAMESPACE
    return isLink ? 'href' : qualified
  }
}

const isCss = (type: string | undefined) =>
  type === undefined || type === '' || type.trim().toLowerCase() === 'text/css'
