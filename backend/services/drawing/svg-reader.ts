import { isAllowedElement, TEXT_ELEMENTS } from './allowed.ts'
import { evaluateMedia } from '#backend/services/drawing/style/conditions.ts'
import { ATTRIBUTES_MAX, DEPTH_MAX, DrawingError, ELEMENTS_MAX } from './limits.ts'
import { isPicture } from './pictures.ts'
import { readAttributes } from './read-attributes.ts'
import type { Keys } from './references.ts'
import type { SvgElement } from './tree.ts'

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml'
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'
/** Elements that move others. */
const ANIMATIONS = new Set(['animate', 'animateMotion', 'animateTransform', 'set'])
/** Begin of an animation that does not run in an image. */
const ON_EVENT = /^\s*(?:indefinite|(?:[\w-]+\.)?(?:click|mouse\w*|focus\w*|key\w*|activate))\s*$/
const IN_TEXT = new Set(['text', 'tspan', 'textPath'])

/** Builds the tree of a drawing from the events of a parser. */
export class SvgReader {
  readonly #keys: Keys
  #root: SvgElement | undefined
  readonly #open: SvgElement[] = []
  /** Default namespaces of the open elements; that of the root is SVG, whatever it is called. */
  readonly #defaults: string[] = []
  #attributes = new Map<string, string>()
  readonly #prefixes = new Map([
    ['svg', SVG_NAMESPACE],
    ['xlink', XLINK_NAMESPACE],
  ])
  #elements = 0
  /** Depth within an element that is not drawn. */
  #skipped = 0
  #isStyle = false
  readonly #css: string[] = []
  readonly #losses: SvgElement['losses'] = []

  constructor(keys: Keys) {
    this.#keys = keys
  }

  attribute(name: string, value: string) {
    this.#attributes.set(name, value)
    if (this.#attributes.size > ATTRIBUTES_MAX) throw new DrawingError('too_complex')
    if (name.startsWith('xmlns:') && this.#prefixes.size < 100) {
      this.#prefixes.set(name.slice('xmlns:'.length), value.trim())
    }
  }

  open(qualified: string) {
    const attributes = this.#attributes
    this.#attributes = new Map()
    this.#elements += 1
    if (this.#elements > ELEMENTS_MAX) throw new DrawingError('too_many_elements')
    if (this.#open.length + this.#skipped >= DEPTH_MAX) throw new DrawingError('too_deep')
    if (this.#skipped > 0) return void (this.#skipped += 1)
    const namespace = attributes.get('xmlns')?.trim() ?? this.#defaults.at(-1) ?? SVG_NAMESPACE
    const name = this.#localName(qualified, namespace)
    if (!this.#root && name !== 'svg') throw new DrawingError('not_svg')
    const element = this.#make(name, qualified, attributes)
    this.#open.at(-1)?.children.push(element)
    this.#root ??= element
    if (element.isKept) {
      this.#open.push(element)
      this.#defaults.push(namespace)
      return
    }
    this.#skipped = 1
    this.#isStyle = name === 'style' && this.#isActiveSheet(attributes)
  }

  close() {
    if (this.#skipped > 0) {
      this.#skipped -= 1
      this.#isStyle = false
      return
    }
    this.#open.pop()
    this.#defaults.pop()
  }

  text(text: string) {
    if (this.#isStyle) return void this.#css.push(text, '\n')
    const current = this.#open.at(-1)
    if (this.#skipped === 0 && current && TEXT_ELEMENTS.has(current.name)) {
      current.children.push(text)
    }
  }

  instruction(name: string) {
    if (name === 'xml-stylesheet') this.#losses.push('external')
  }

  end() {
    if (!this.#root) throw new DrawingError('not_svg')
    this.#root.losses.push(...this.#losses)
    return { root: this.#root, css: this.#css.join('') }
  }

  /** The name without the prefix of the SVG namespace; empty in another namespace. */
  #localName(qualified: string, namespace: string): string {
    const colon = qualified.indexOf(':')
    if (colon < 0) {
      const isSvg = namespace === SVG_NAMESPACE || namespace === (this.#defaults[0] ?? namespace)
      return isSvg ? qualified : ''
    }
    const isSvg = this.#prefixes.get(qualified.slice(0, colon)) === SVG_NAMESPACE
    return isSvg ? qualified.slice(colon + 1) : ''
  }

  #make(name: string, qualified: string, source: Map<string, string>): SvgElement {
    const parent = this.#open.at(-1) ?? null
    const attributes = new Map<string, string>()
    const losses: SvgElement['losses'] = []
    const drawn = this.#drawnName(name, parent)
    const element: SvgElement = {
      name: drawn,
      attributes,
      children: [],
      losses,
      parent,
      source: { name: name || qualified, attributes: source },
      isKept: isAllowedElement(drawn),
    }
    if (element.isKept) readAttributes(element, this.#keys, this.#prefixes)
    else if (name === 'foreignObject' && meetsConditions(source)) losses.push('foreign')
    else if (ANIMATIONS.has(name) && !ON_EVENT.test(source.get('begin') ?? '')) {
      losses.push('animation')
    }
    if (drawn === 'image' && !isPicture(attributes.get('href'))) element.isKept = false
    return element
  }

  /** A link is drawn like a group, and not at all in another link. */
  #drawnName(name: string, parent: SvgElement | null): string {
    if (name !== 'a' || this.#open.some(({ source }) => source.name === 'a')) return name
    return parent && IN_TEXT.has(parent.name) ? 'tspan' : 'g'
  }

  #isActiveSheet(attributes: Map<string, string>): boolean {
    const type = (attributes.get('type') ?? '').trim().toLowerCase()
    if (type !== '' && type !== 'text/css') return false
    const { applies, loss } = evaluateMedia(attributes.get('media') || 'all')
    if (loss) this.#losses.push(loss)
    return applies
  }
}

/** Whether a browser draws an element: extensions are unknown to it, except for HTML. */
function meetsConditions(attributes: Map<string, string>): boolean {
  const extensions = attributes.get('requiredExtensions') ?? ''
  return extensions.split(/\s+/).every((name) => name === '' || name === XHTML_NAMESPACE)
}
