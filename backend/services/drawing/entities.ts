import { DrawingError, ENTITIES_MAX, EXPANDED_MAX, VALUE_MAX } from './limits.ts'

const DOCTYPE = /<!DOCTYPE[^[>"']*(?:(?:"[^"]*"|'[^']*')[^[>"']*)*[[>]/y
/** What may stand in the internal subset of a document type (XML 1.0, section 2.8). */
const SUBSET_PART =
  /\s+|%[\w.:-]+;|<!--[^]*?-->|<\?[^]*?\?>|<!(\w+)((?:"[^"]*"|'[^']*'|[^>"'])*)>|\]\s*>/y
/** Name and value; no value for one that is external. */
const ENTITY = /^\s+([\w.:-]+)\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\b.*)\s*$/s
const REFERENCE = /&([\w.:-]+);/g
/** Entities of XML, which the parser resolves: expanded here, they would become markup. */
const PREDEFINED = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

/**
 * Expands the internal general entities of a document, as Illustrator declares them for its namespaces, and removes
 * its document type. Parameter entities are ignored. References to entities that are external, circular or longer than
 * `VALUE_MAX` are removed. Linear in the lengths of source and result.
 * @returns whether a reference was removed.
 * @throws DrawingError `entities`, `too_complex` above the limits; `not_svg`.
 */
export function expandEntities(source: string): { text: string; hasLost: boolean } {
  const begin = source.indexOf('<!DOCTYPE')
  if (begin < 0 || !source.includes('<!ENTITY', begin)) return { text: source, hasLost: false }
  const { entities, end } = readDoctype(source, begin)
  const expanded = new Map<string, string | null>()
  let hasLost = false
  let length = 0

  function expand(text: string): string {
    return text.replaceAll(REFERENCE, (reference, name: string) => {
      if (PREDEFINED.has(name) || !entities.has(name)) return reference
      const value = textOf(name)
      hasLost ||= value === null
      length += value?.length ?? 0
      if (length > EXPANDED_MAX) throw new DrawingError('too_complex')
      return value ?? ''
    })
  }
  function textOf(name: string): string | null {
    const known = expanded.get(name)
    if (known !== undefined) return known
    expanded.set(name, null) // While it is expanded: circular.
    const declared = entities.get(name) ?? null
    const text = declared === null ? null : expand(declared)
    const value = text !== null && text.length > VALUE_MAX ? null : text
    expanded.set(name, value)
    return value
  }
  const text = source.slice(0, begin) + expand(source.slice(end))
  return { text, hasLost }
}

/** The entities that a document type declares, and where it ends. */
function readDoctype(source: string, begin: number) {
  const entities = new Map<string, string | null>()
  let end = begin
  const next = (pattern: RegExp) => {
    pattern.lastIndex = end
    const found = pattern.exec(source)
    if (!found) throw new DrawingError('not_svg')
    end = pattern.lastIndex
    return found
  }
  if (next(DOCTYPE)[0].endsWith('>')) return { entities, end }
  for (;;) {
    const [text, keyword, declared = ''] = next(SUBSET_PART)
    if (text.startsWith(']')) return { entities, end }
    const [, name, double, single] = keyword === 'ENTITY' ? (ENTITY.exec(declared) ?? []) : []
    // The first declaration of a name is binding (XML 1.0, section 4.2).
    if (name === undefined || entities.has(name)) continue
    const value = double ?? single
    if (value === undefined) entities.set(name, null)
    else entities.set(name, value.includes('<') ? value : value.replaceAll(/["']/g, escapeQuote))
    if (entities.size > ENTITIES_MAX) throw new DrawingError('entities')
  }
}

/** A quotation mark inside of a quoted attribute. */
const escapeQuote = (mark: string) => (mark === '"' ? '&#34;' : '&#39;')
