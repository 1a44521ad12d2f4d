import { isPresentation } from './allowed.ts'
import { Refused, STYLE_WORK_MAX, VALUE_MAX } from './limits.ts'
import type { Drawn } from './parse.ts'
import {
  type Declaration,
  parseDeclarations,
  parseSheet,
  type Rule,
  type Selector,
} from './style-sheet.ts'

type Ordered = Rule & { order: number; weight: number }

/**
 * Moves what style sheets and `style` attributes say to attributes of the elements (CSS Cascading
 * Level 4, section 6, for one origin). Rules are found by id, class or name, so that each element
 * meets only those that can match it.
 * @throws Refused where rules times elements exceed the limit.
 */
export function applyStyles(root: Drawn, css: string): void {
  const index = indexOf(css.trim() === '' ? [] : parseSheet(css))
  let work = 0
  function visit(element: Drawn) {
    const rules = candidates(index, element).filter(({ selector }) => {
      work += 1
      return matches(selector, element)
    })
    const declared = new Map<string, Declaration>()
    rules.sort((a, b) => a.weight - b.weight || a.order - b.order)
    for (const { declarations } of rules) {
      work += declarations.length
      if (work > STYLE_WORK_MAX) throw new Refused('too_complex')
      for (const one of declarations) declare(declared, one)
    }
    if (work > STYLE_WORK_MAX) throw new Refused('too_complex')
    for (const one of parseDeclarations(element.style)) declare(declared, one)
    write(element, declared)
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
}

function declare(declared: Map<string, Declaration>, one: Declaration) {
  if (declared.get(one.property)?.isImportant && !one.isImportant) return
  declared.set(one.property, one)
}

function write(element: Drawn, declared: Map<string, Declaration>) {
  const style: string[] = []
  for (const { property, value } of declared.values()) {
    if (value.length > VALUE_MAX) throw new Refused('too_complex')
    if (isPresentation(property)) element.attributes.set(property, value)
    else style.push(`${property}:${value}`)
  }
  if (style.length > 0) element.attributes.set('style', style.join(';'))
}

type Index = Map<string, Ordered[]>

function indexOf(rules: Rule[]): Index {
  const index: Index = new Map()
  for (const [order, rule] of rules.entries()) {
    const { ids, classes, element } = rule.selector
    const weight = ids.length * 1e6 + classes.length * 1e3 + (element === null ? 0 : 1)
    const key = keyOf(rule.selector)
    const known = index.get(key)
    if (known) known.push({ ...rule, order, weight })
    else index.set(key, [{ ...rule, order, weight }])
  }
  return index
}

/** The rarest part of a selector. */
function keyOf({ ids, classes, element }: Selector): string {
  if (ids[0] !== undefined) return `#${ids[0]}`
  if (classes[0] !== undefined) return `.${classes[0]}`
  return element ?? '*'
}

function candidates(index: Index, { name, attributes, classes }: Drawn): Ordered[] {
  if (index.size === 0) return []
  const keys = [`#${attributes.get('id') ?? ''}`, ...new Set(classes.map((one) => `.${one}`))]
  return [...keys, name, '*'].flatMap((key) => index.get(key) ?? [])
}

function matches({ element, ids, classes }: Selector, drawn: Drawn): boolean {
  return (
    (element === null || element === drawn.name) &&
    ids.every((id) => id === drawn.attributes.get('id')) &&
    classes.every((one) => drawn.classes.includes(one))
  )
}
