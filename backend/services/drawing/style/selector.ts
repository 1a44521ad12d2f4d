import { parse, type Selector as Part, SelectorType } from 'css-what'
import { type Matcher, STATES } from './matcher.ts'
import type { SvgElement } from '#backend/services/drawing/tree.ts'

/** A complex selector: whether it matches an element, and where to look it up. */
export type Selector = {
  matches: (element: SvgElement) => boolean
  /** `#id`, `.class`, name or `*` that an element must have to match. */
  key: string
  /** Specificity (Selectors 4, section 17). */
  weight: number
}

/** Pseudo-classes of structure. */
const SUPPORTED = new Set(
  `any-link empty first-child first-of-type has is lang last-child last-of-type link not nth-child
  nth-last-child nth-last-of-type nth-of-type only-child only-of-type root scope where`.split(
    /\s+/,
  ),
)
/** Pseudo-classes of browsers that are not supported; unknown ones invalidate a rule, there and here. */
const UNSUPPORTED = new Set(['dir', 'state', 'defined', 'read-only', 'optional', 'enabled', 'host'])

const SPECIFIC = { id: 1e6, class: 1e3, element: 1 }

/**
 * Parses the selectors of a rule.
 * @returns those that may match: none for pseudo-elements, and none at all if one is invalid; `null` if one is valid
 * but not supported.
 */
export function parseSelectors(text: string, matcher: Matcher): Selector[] | null {
  let selectors: Part[][]
  try {
    selectors = parse(text)
  } catch {
    return []
  }
  const kinds = selectors.map(kindOf)
  if (kinds.includes('unknown')) return []
  if (kinds.includes('unsupported')) return null
  return selectors.flatMap((parts, at) =>
    kinds[at] === 'never' ? [] : [toSelector(parts, matcher)],
  )
}

type Kind = 'supported' | 'unsupported' | 'unknown' | 'never'

function kindOf(parts: Part[]): Kind {
  const kinds = parts.map(kindOfPart)
  for (const kind of ['unknown', 'unsupported', 'never'] as const) {
    if (kinds.includes(kind)) return kind
  }
  return 'supported'
}

function kindOfPart(part: Part): Kind {
  switch (part.type) {
    case SelectorType.PseudoElement:
      return 'never'
    case SelectorType.ColumnCombinator:
    case SelectorType.Parent:
      return 'unknown'
    case SelectorType.Attribute:
      // `!=` is no selector of CSS.
      if (part.action === 'not') return 'unknown'
      return part.namespace === null ? 'supported' : 'unsupported'
    case SelectorType.Tag:
    case SelectorType.Universal:
      return part.namespace === null || part.namespace === '*' ? 'supported' : 'unsupported'
    case SelectorType.Pseudo: {
      if (UNSUPPORTED.has(part.name)) return 'unsupported'
      if (!SUPPORTED.has(part.name) && !STATES.has(part.name)) return 'unknown'
      const inner = Array.isArray(part.data) ? part.data.map(kindOf) : []
      return inner.find((kind) => kind === 'unknown' || kind === 'unsupported') ?? 'supported'
    }
    default:
      return 'supported'
  }
}

function toSelector(parts: Part[], matcher: Matcher): Selector {
  const key = keyOf(parts)
  const weight = weightOf(parts)
  const names = simpleNames(parts)
  const matches = names
    ? (element: SvgElement) => hasNames(element, names, matcher)
    : matcher.compile(parts)
  return { key, weight, matches }
}

/** The most specific part of the last compound. */
function keyOf(parts: Part[]): string {
  const last = parts.slice(parts.findLastIndex(isCombinator) + 1)
  let key = '*'
  for (const part of last) {
    if (part.type === SelectorType.Attribute && part.action === 'equals' && part.name === 'id') {
      return `#${part.value}`
    }
    if (part.type === SelectorType.Attribute && isClass(part)) key = `.${part.value}`
    else if (part.type === SelectorType.Tag && key === '*') key = part.name
  }
  return key
}

const isCombinator = ({ type }: Part) =>
  type === SelectorType.Descendant ||
  type === SelectorType.Child ||
  type === SelectorType.Sibling ||
  type === SelectorType.Adjacent

const isClass = (part: Part) =>
  part.type === SelectorType.Attribute && part.action === 'element' && part.name === 'class'

function weightOf(parts: Part[]): number {
  let weight = 0
  for (const part of parts) {
    if (part.type === SelectorType.Tag) weight += SPECIFIC.element
    else if (part.type === SelectorType.Attribute) {
      // `#id` and `[id=id]` are one to the parser; the second is rare.
      weight += part.name === 'id' && part.action === 'equals' ? SPECIFIC.id : SPECIFIC.class
    } else if (part.type === SelectorType.Pseudo && part.name !== 'where') {
      const inner = Array.isArray(part.data) ? part.data.map(weightOf) : null
      weight += inner ? Math.max(0, ...inner) : SPECIFIC.class
    }
  }
  return weight
}

/** Element name, id and classes of a selector that has nothing else. */
type Names = { element: string | null; id: string | null; classes: string[] }

function simpleNames(parts: Part[]): Names | null {
  const names: Names = { element: null, id: null, classes: [] }
  for (const part of parts) {
    if (part.type === SelectorType.Tag) names.element = part.name
    else if (part.type === SelectorType.Attribute && isClass(part)) names.classes.push(part.value)
    else if (
      part.type === SelectorType.Attribute &&
      part.name === 'id' &&
      part.action === 'equals'
    ) {
      if (names.id !== null && names.id !== part.value) return null
      names.id = part.value
    } else if (part.type !== SelectorType.Universal) return null
  }
  return names
}

function hasNames(svg: SvgElement, { element, id, classes }: Names, matcher: Matcher): boolean {
  if (element !== null && element !== svg.source.name) return false
  if (id !== null && id !== svg.source.attributes.get('id')) return false
  return classes.length === 0 || matcher.hasClasses(svg, classes)
}
