/** The fields of an object by name, through lists of objects; `null` takes any field. */
export type FieldTree = ReadonlyMap<string, FieldTree> | null

/** A field that is not known, by its path; `nearest` is the known one of the same object that is most like it. */
export type UnknownField = { field: string; nearest: string | undefined }

const NONE: FieldTree = new Map()
/** Schemas that contain themselves are followed so far. */
const DEPTH_MAX = 12
/** Unknown fields that are reported at most, and the longest path of one, in characters. */
const REPORTED_MAX = 20
const PATH_MAX = 60

/**
 * The fields that a JSON Schema (2020-12) names.
 * @param resolve the schema that a `$ref` points to.
 */
export function fieldsOf(
  schema: unknown,
  resolve: (ref: string) => unknown = () => undefined,
  depth = 0,
): FieldTree {
  if (!isRecord(schema) || depth > DEPTH_MAX) return null
  const inner = (part: unknown) => fieldsOf(part, resolve, depth + 1)
  const { $ref, properties, additionalProperties, items } = schema
  if (typeof $ref === 'string') return inner(resolve($ref))
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']].filter(Array.isArray).flat()
  const own = isRecord(properties)
    ? new Map(Object.entries(properties).map(([name, part]) => [name, inner(part)]))
    : NONE
  const isOpen = isRecord(additionalProperties) || additionalProperties === true
  if (isOpen) return null
  if (items !== undefined) return merge([own, inner(items)])
  if (parts.length > 0) return merge([own, ...parts.map(inner)])
  if (isRecord(properties)) return own
  const takesNoObject = 'enum' in schema || 'const' in schema || isScalar(schema['type'])
  return takesNoObject ? NONE : null
}

/** Fields of a value that are not among the known ones, in its order. */
export function unknownFields(value: unknown, known: FieldTree): UnknownField[] {
  const found = new Map<string, UnknownField>()
  const look = (part: unknown, fields: FieldTree, path: string) => {
    if (fields === null || !isRecord(part)) return
    for (const [name, inner] of Object.entries(part)) {
      const field = `${path}${name}`.slice(0, PATH_MAX)
      const next = fields.get(name)
      if (next !== undefined) {
        for (const item of Array.isArray(inner) ? inner : [inner]) look(item, next, `${field}.`)
      } else if (found.size < REPORTED_MAX) {
        const nearest = nearestOf(name.slice(0, PATH_MAX), [...fields.keys()])
        found.set(field, { field, nearest: nearest && `${path}${nearest}` })
      }
    }
  }
  look(value, known, '')
  return [...found.values()]
}

/** The name with the smallest distance, if it has at least half of its characters in common. */
export function nearestOf(name: string, known: string[]): string | undefined {
  const near = known
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one) }))
    .filter(({ one, distance }) => distance <= Math.max(name.length, one.length) / 2)
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.one
}

/** Insertions, deletions and replacements that make one text of the other (Levenshtein). */
export function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function merge(all: FieldTree[]): FieldTree {
  const merged = new Map<string, FieldTree>()
  for (const fields of all) {
    if (fields === null) return null
    for (const [name, inner] of fields) {
      const before = merged.get(name)
      merged.set(name, before === undefined ? inner : merge([before, inner]))
    }
  }
  return merged
}

const isScalar = (type: unknown) =>
  typeof type === 'string' && type !== 'object' && type !== 'array'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
