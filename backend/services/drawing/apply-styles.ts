import { isPresentation } from './allowed.ts'
import { DrawingError, STYLE_WORK_MAX, VALUE_MAX } from './limits.ts'
import type { SvgElement } from './parse.ts'
import {
  type Declaration,
  parseDeclarations,
  parseSheet,
  type Rule,
  type Selector,
} from './style-sheet.ts'

type Ordered = Rule & { order: number; weight: number }

/**
 * Resolves style sheets and `style` attributes into attributes of the elements (CSS Cascading Level 4,
 * section 6, for one origin). Rules are indexed by id, class or element name, so that only candidates are
 * matched.
 * @throws DrawingError `too_complex` if rules times elements exceed the limit.
 */
export function applyStyles(root: SvgElement, css: string): void {
  const index = indexRules(css.trim() === '' ? [] : parseSheet(css))
  let work = 0
  function visit(element: SvgElement) {
    const rules = candidates(index, element).filter(({ selector }) => {
      work += 1
      return matches(selector, element)
    })
    const declared = new Map<string, Declaration>()
    rules.sort((a, b) => a.weight - b.weight || a.order - b.order)
    for (const { declarations } of rules) {
      work += declarations.length
      if (work > STYLE_WORK_MAX) throw new DrawingError('too_complex')
      for (const declaration of declarations) declare(declared, declaration)
    }
    if (work > STYLE_WORK_MAX) throw new DrawingError('too_complex')
    for (const declaration of parseDeclarations(element.style)) declare(declared, declaration)
    write(element, declared)
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
}

function declare(declared: Map<string, Declaration>, declaration: Declaration) {
  const { property, isImportant } = declaration
  if (declared.get(property)?.isImportant && !isImportant) return
  declared.set(property, declaration)
}

function write(element: SvgElement, declared: Map<string, Declaration>) {
  const style: string[] = []
  for (const { property, value } of declared.values()) {
    if (value.length > VALUE_MAX) throw new DrawingError('too_complex')
    if (isPresentation(property)) element.attributes.set(property, value)
    else style.push(`${property}:${value}`)
  }
  if (style.length > 0) element.attributes.set('style', style.join(';'))
}

type Index = Map<string, Ordered[]>

function indexRules(rules: Rule[]): Index {
  const index: Index = new Map()
  for (const [order, rule] of rules.entries()) {
    const { ids, classes, element } = rule.selector
    const weight = ids.length * 1e6 + classes.length * 1e3 + (element === null ? 0 : 1)
    const key = keyOf(rule.selector)
    const bucket = index.get(key)
    if (bucket) bucket.push({ ...rule, order, weight })
    else index.set(key, [{ ...rule, order, weight }])
  }
  return index
}

/** The most specific part of a selector. */
function keyOf({ ids, classes, element }: Selector): string {
  if (ids[0] !== undefined) return `#${ids[0]}`
  if (classes[0] !== undefined) return `.${classes[0]}`
  return element ?? '*'
}

function candidates(index: Index, { name, attributes, classes }: SvgElement): Ordered[] {
  if (index.size === 0) return []
  const keys = [
    `#${attributes.get('id') ?? ''}`,
    ...new Set(classes.map((className) => `.${className}`)),
  ]
  return [...keys, name, '*'].flatMap((key) => index.get(key) ?? [])
}

function matches({ element, ids, classes }: Selector, svg: SvgElement): boolean {
  return (
    (element === null || element === svg.name) &&
    ids.every((id) => id === svg.attributes.get('id')) &&
    classes.every((name) => svg.classes.includes(name))
  )
}
