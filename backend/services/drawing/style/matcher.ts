import { _compileUnsafe } from 'css-select'
import type { Selector } from 'css-what'
import { DrawingError, MATCH_WORK_MAX } from '#backend/services/drawing/limits.ts'
import type { SvgElement } from '#backend/services/drawing/tree.ts'

type Node = SvgElement | string

/** Pseudo-classes of states that a drawing at rest does not have. */
export const STATES = new Set(
  `active autofill checked default disabled focus focus-visible focus-within fullscreen hover in-range
  indeterminate invalid open paused placeholder-shown playing popover-open read-write required target
  user-invalid user-valid valid visited`.split(/\s+/),
)
const pseudos = Object.fromEntries([...STATES].map((name) => [name, () => false]))
/** Characters of a value that cost as much as a look at an element. */
const CHARACTERS_PER_STEP = 32

/**
 * Matches selectors with the elements of a drawing. css-select asks for each element that it looks at, and is stopped
 * when it has asked too often: siblings of siblings would be polynomial.
 */
export class Matcher {
  #steps = 0
  readonly #classes = new Map<SvgElement, Set<string>>()

  /** @throws DrawingError `too_complex` when the work exceeds its limit. */
  #spend(steps: number) {
    this.#steps += steps
    if (this.#steps > MATCH_WORK_MAX) throw new DrawingError('too_complex')
  }

  hasClasses(element: SvgElement, classes: string[]): boolean {
    const own = this.classesOf(element)
    this.#spend(classes.length)
    return classes.every((name) => own.has(name))
  }

  classesOf(element: SvgElement): Set<string> {
    const known = this.#classes.get(element)
    if (known) return known
    const names = (element.source.attributes.get('class') ?? '').split(/\s+/).filter(Boolean)
    const classes = new Set(names)
    this.#classes.set(element, classes)
    return classes
  }

  /** Compiles a complex selector when it is first used. */
  compile(parts: Selector[]): (element: SvgElement) => boolean {
    let compiled: ((element: SvgElement) => boolean) | undefined
    return (element) => {
      compiled ??= _compileUnsafe<Node, SvgElement>([parts], {
        adapter: this.#adapter,
        pseudos,
        xmlMode: true,
      })
      return compiled(element)
    }
  }

  readonly #valueOf = ({ source }: SvgElement, name: string) => {
    const value = source.attributes.get(name)
    this.#spend(1 + (value?.length ?? 0) / CHARACTERS_PER_STEP)
    return value
  }
  readonly #adapter = {
    isTag: (node: Node): node is SvgElement => {
      this.#spend(1)
      return typeof node !== 'string'
    },
    getAttributeValue: this.#valueOf,
    hasAttrib: ({ source }: SvgElement, name: string) => source.attributes.has(name),
    getName: ({ source }: SvgElement) => source.name,
    getParent: ({ parent }: SvgElement) => {
      this.#spend(1)
      return parent
    },
    getChildren: (node: Node) => (typeof node === 'string' ? [] : node.children),
    getSiblings: (node: Node) =>
      typeof node === 'string' ? [] : (node.parent?.children ?? [node]),
    getText: (node: Node) => (typeof node === 'string' ? node : ''),
    removeSubsets: (nodes: Node[]) => nodes,
  }
}
