import type { DrawingLoss } from '#lib/contract/file/contents.ts'
import { isPresentation } from '#backend/services/drawing/allowed.ts'
import { isModernColour } from '#backend/services/drawing/colour.ts'
import { ComputedStyle } from './computed-style.ts'
import { type Declaration, parseDeclarations } from './declarations.ts'
import { DrawingError, STYLE_WORK_MAX } from '#backend/services/drawing/limits.ts'
import { Matcher } from './matcher.ts'
import type { Keys } from '#backend/services/drawing/references.ts'
import { parseSelectors, type Selector } from './selector.ts'
import { parseSheet, type SheetRule } from './style-sheet.ts'
import type { SvgElement } from '#backend/services/drawing/tree.ts'
import { hasVariable, NO_VARIABLES, Substitution, type CustomProperties } from './variables.ts'

type Candidate = { selector: Selector; order: number; layer: number; declarations: Declaration[] }
type Declared = Declaration & { layer: number }
/** Attributes are weaker than all layers, `style` is stronger. */
const ATTRIBUTE_LAYER = -1
const STYLE_LAYER = Infinity

/**
 * Resolves style sheets, `style` attributes and variables into attributes of the elements (CSS Cascading Level 5,
 * section 6, for one origin). Rules are looked up by id, class or element name, so that few are matched.
 * @returns what is missing because of the sheets, and whether they declare fonts.
 * @throws DrawingError `too_complex` if rules times elements, matching or variables exceed their limits.
 */
export function applyStyles(root: SvgElement, css: string, keys: Keys) {
  const { rules, losses, hasFonts } = css.trim() === '' ? NO_SHEET : parseSheet(css)
  const matcher = new Matcher()
  const { index, isComplete } = indexRules(rules, matcher)
  const substitution = new Substitution()
  const attributes = new Map<string, Declaration[]>()
  let work = 0

  function spend(steps: number) {
    work += steps
    if (work > STYLE_WORK_MAX) throw new DrawingError('too_complex')
  }
  function styleOf(element: SvgElement): Declaration[] {
    const style = element.source.attributes.get('style')
    if (style === undefined) return []
    const known = attributes.get(style) ?? parseDeclarations(style)
    attributes.set(style, known)
    return known
  }
  function declarationsOf(element: SvgElement): Map<string, Declared> {
    const declared = new Map<string, Declared>()
    const add = (list: Declaration[], layer: number) => {
      for (const declaration of list) declare(declared, { ...declaration, layer })
    }
    for (const [property, value] of element.attributes) {
      if (isPresentation(property) && (hasVariable(value) || isModernColour(value))) {
        element.attributes.delete(property)
        add([{ property, value, isImportant: false }], ATTRIBUTE_LAYER)
      }
    }
    if (index.size > 0) {
      const found = candidates(index, element, matcher).filter(({ selector }) => {
        spend(1)
        return selector.matches(element)
      })
      found.sort(compare)
      for (const { declarations, layer } of found) {
        spend(declarations.length)
        add(declarations, layer)
      }
    }
    add(styleOf(element), STYLE_LAYER)
    return declared
  }
  function visit(element: SvgElement, inherited: CustomProperties) {
    const declared = declarationsOf(element)
    const custom = [...declared.values()].filter(({ property }) => property.startsWith('--'))
    const variables = substitution.compute(
      inherited,
      new Map(custom.map(({ property, value }) => [property, value])),
    )
    const computed = new ComputedStyle(element, keys, element === root)
    for (const { property, value } of declared.values()) {
      if (property.startsWith('--')) continue
      const isChecked = !hasVariable(value)
      const text = isChecked ? value : substitution.substitute(value, variables)
      computed.set(property, text ?? '', { isChecked })
    }
    computed.write()
    for (const child of element.children) {
      if (typeof child !== 'string' && child.isKept) visit(child, variables)
    }
  }
  visit(root, NO_VARIABLES)
  const missing: DrawingLoss[] = isComplete ? losses : [...losses, 'selector']
  return { losses: missing, hasFonts }
}

const NO_SHEET: ReturnType<typeof parseSheet> = { rules: [], losses: [], hasFonts: false }

function declare(declared: Map<string, Declared>, declaration: Declared) {
  const { property, isImportant, layer } = declaration
  const other = declared.get(property)
  // Of important declarations, those of an earlier layer win (CSS Cascading 5, section 6.1).
  if (other?.isImportant && (!isImportant || other.layer < layer)) return
  declared.delete(property)
  declared.set(property, declaration)
}

const compare = (a: Candidate, b: Candidate) =>
  a.layer - b.layer || a.selector.weight - b.selector.weight || a.order - b.order

type Index = Map<string, Candidate[]>

/** Rules by the most specific part of their selectors; `isComplete`: all selectors are supported. */
function indexRules(rules: SheetRule[], matcher: Matcher): { index: Index; isComplete: boolean } {
  const index: Index = new Map()
  let isComplete = true
  for (const [order, { selectors, declarations, layer }] of rules.entries()) {
    const parsed = parseSelectors(selectors, matcher)
    isComplete &&= parsed !== null
    for (const selector of parsed ?? []) {
      const bucket = index.get(selector.key)
      const candidate = { selector, order, layer, declarations }
      if (bucket) bucket.push(candidate)
      else index.set(selector.key, [candidate])
    }
  }
  return { index, isComplete }
}

function candidates(index: Index, element: SvgElement, matcher: Matcher): Candidate[] {
  const { name, attributes } = element.source
  const classes = [...matcher.classesOf(element)].map((className) => `.${className}`)
  const keys = [`#${attributes.get('id') ?? ''}`, ...classes, name, '*']
  return keys.flatMap((key) => index.get(key) ?? [])
}
