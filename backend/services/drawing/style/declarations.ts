import { lexer, parse, type CssNode } from 'css-tree'
import { propertyOf } from '#backend/services/drawing/allowed.ts'

/** A declaration as written; `value` may have variables. */
export type Declaration = { property: string; value: string; isImportant: boolean }

/** The structure of a sheet; selectors, conditions and values stay text. */
const STRUCTURE = {
  positions: false,
  parseValue: false,
  parseRulePrelude: false,
  parseAtrulePrelude: false,
  parseCustomProperty: false,
} as const

export const parseCss = (css: string, context: 'stylesheet' | 'declarationList') =>
  parse(css, { ...STRUCTURE, context })

/** The declarations of a `style` attribute. */
export function parseDeclarations(css: string): Declaration[] {
  const list = parseCss(css, 'declarationList')
  if (list.type !== 'DeclarationList') return []
  return list.children.toArray().flatMap((node) => declarationOf(node, { isInline: true }))
}

/**
 * A node as declaration: none if it is something else, or if a browser ignores its value.
 * @param isInline whether it is in a `style` attribute.
 */
export function declarationOf(node: CssNode, { isInline }: { isInline: boolean }): Declaration[] {
  if (node.type !== 'Declaration' || node.value.type !== 'Raw') return []
  const isCustom = node.property.startsWith('--')
  const property = isCustom ? node.property : propertyOf(node.property.toLowerCase())
  const value = node.value.value.trim()
  if (!isCustom && (value === '' || !isValid(property, value, { isInline }))) return []
  const isImportant = node.important !== false
  const properties = property === 'marker' ? MARKERS : [property]
  return properties.map((name) => ({ property: name, value, isImportant }))
}

/** A shorthand that is no attribute. */
const MARKERS = ['marker-start', 'marker-mid', 'marker-end']

/** Properties whose grammar in css-tree is narrower than that of browsers. */
const UNCHECKED = new Set(['clip-path', 'd', 'mask'])
const VARIABLE = /(?:var|env|attr|if)\(|\bfrom\b/i
/** Characters of a value that is checked: css-tree gives up on long ones, with a warning. */
const CHECKED_MAX = 300
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
/** Lengths that browsers take without a unit: everywhere, and in `style` attributes of SVG. */
const WITHOUT_UNIT = new Set(['baseline-shift', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y'])
const WITHOUT_UNIT_INLINE = new Set([
  'font-size',
  'height',
  'letter-spacing',
  'width',
  'word-spacing',
])

/** Whether a browser takes a value for a property: a number without unit, for example, is no font size in a sheet. */
export function isValid(property: string, value: string, { isInline = false } = {}): boolean {
  if (UNCHECKED.has(property) || value.length > CHECKED_MAX || VARIABLE.test(value)) return true
  if (WITHOUT_UNIT.has(property) || (isInline && WITHOUT_UNIT_INLINE.has(property))) {
    if (NUMBER.test(value) || value === 'auto') return true
  }
  return lexer.matchProperty(property, value).error?.name !== 'SyntaxMatchError'
}
