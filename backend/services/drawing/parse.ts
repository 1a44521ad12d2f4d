import sax from 'sax'
import { GEOMETRY, isDrawing, isSafeAttribute, TEXT_ELEMENTS } from './allowed.ts'
import { ATTRIBUTES_MAX, DEPTH_MAX, ELEMENTS_MAX, Refused, VALUE_MAX } from './limits.ts'

/** An element of a drawing, with its safe attributes; `style` and `classes` are still to be resolved. */
export type Drawn = {
  name: string
  attributes: Map<string, string>
  style: string
  classes: string[]
  children: (Drawn | string)[]
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
const CLASSES_MAX = 50

/**
 * Parses an SVG in one pass and keeps what draws. Limits are checked while it is read, so that
 * nothing is built beyond them.
 * @returns its root, and the text of its style sheets.
 * @throws Refused
 */
export function parseDrawing(source: string): { root: Drawn; css: string } {
  const reader = new Reader()
  const events: Partial<sax.SAXParser> = {
    onattribute: ({ name, value }) => reader.attribute(name, value),
    onopentag: ({ name }) => reader.open(name),
    onclosetag: () => reader.close(),
    ontext: (text) => reader.text(text),
    oncdata: (text) => reader.text(text),
    ondoctype: (text) => {
      if (/<!ENTITY/i.test(text)) throw new Refused('entities')
    },
    onerror: () => {
      throw new Refused('not_svg')
    },
  }
  const parser = Object.assign(sax.parser(true, { xmlns: false, position: false }), events)
  try {
    parser.write(source).close()
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('not_svg')
  }
  return reader.end()
}

class Reader {
  #root: Drawn | undefined
  readonly #open: Drawn[] = []
  #attributes = new Map<string, string>()
  readonly #namespaces = new Map<string, string>()
  #elements = 0
  /** How deep inside something that is left out. */
  #skipped = 0
  #isStyle = false
  readonly #css: string[] = []

  attribute(name: string, value: string) {
    this.#attributes.set(name, value)
    if (this.#attributes.size > ATTRIBUTES_MAX) throw new Refused('too_complex')
    if (name.startsWith('xmlns:') && this.#namespaces.size < 100) {
      this.#namespaces.set(name.slice('xmlns:'.length), value.trim())
    }
  }

  open(qualified: string) {
    const given = this.#attributes
    this.#attributes = new Map()
    this.#elements += 1
    if (this.#elements > ELEMENTS_MAX) throw new Refused('too_many_elements')
    if (this.#open.length + this.#skipped >= DEPTH_MAX) throw new Refused('too_deep')
    const name = this.#skipped > 0 ? undefined : this.#local(qualified)
    if (!this.#root && name !== 'svg') throw new Refused('not_svg')
    if (name === 'image' && this.#isShownBitmap(given)) throw new Refused('bitmap')
    if (name === undefined || !isDrawing(name)) {
      this.#skipped += 1
      this.#isStyle = this.#skipped === 1 && name === 'style' && isCss(given.get('type'))
      return
    }
    const element = this.#make(name, given)
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
    if (!this.#root) throw new Refused('not_svg')
    return { root: this.#root, css: this.#css.join('') }
  }

  /** The name without a prefix that means SVG; `undefined` in another namespace. */
  #local(qualified: string): string | undefined {
    const at = qualified.indexOf(':')
    if (at < 0) return qualified
    const isSvg = this.#namespaces.get(qualified.slice(0, at)) === SVG_NAMESPACE
    return isSvg ? qualified.slice(at + 1) : undefined
  }

  /** Without its bitmap a drawing would be another one. */
  #isShownBitmap(given: Map<string, string>): boolean {
    if (given.get('display') === 'none') return false
    return [...given].some(([name, value]) => this.#attributeName(name) === 'href' && value !== '')
  }

  #make(name: string, given: Map<string, string>): Drawn {
    const attributes = new Map<string, string>()
    for (const [qualified, value] of given) {
      const attribute = this.#attributeName(qualified)
      if (value.length > VALUE_MAX && !GEOMETRY.has(attribute)) {
        // What would be left out anyway may have any length.
        if (isSafeAttribute(attribute, value) || attribute === 'style') {
          throw new Refused('too_complex')
        }
        continue
      }
      if (isSafeAttribute(attribute, value)) attributes.set(attribute, value)
    }
    const classes = (given.get('class') ?? '').split(/\s+/, CLASSES_MAX).filter(Boolean)
    return { name, attributes, style: given.get('style') ?? '', classes, children: [] }
  }

  /** `xlink:href` is `href`, which SVG 2 puts in its place. */
  #attributeName(qualified: string): string {
    if (!qualified.endsWith(':href')) return qualified
    const prefix = qualified.slice(0, -':href'.length)
    const isLink = prefix === 'xlink' || this.#namespaces.get(prefix) === XLINK_NAMESPACE
    return isLink ? 'href' : qualified
  }
}

const isCss = (type: string | undefined) =>
  type === undefined || type === '' || type.trim().toLowerCase() === 'text/css'
