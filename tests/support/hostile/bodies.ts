import * as fc from 'fast-check'
import { z } from 'zod'
import { type Call } from '#lib/contract/call.ts'
import { NAMED_CALLS } from '#lib/contract/calls.ts'
import { replaceNth } from './project-files.ts'
import { hostileValues } from './values.ts'

const schemaSchema = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
})

/** Values that are valid for most fields, by pattern or format. */
const TEXTS = [
  '1.0.0',
  'abcdefghijkl',
  'https://github.com/ada/orchard',
  'ada@example.com',
  '000000',
]

/** Values of fields by name, such as ids of stored files: without them a body gets no further than its first id. */
export type KnownValues = Record<string, unknown>

/** A value that a JSON schema allows, or nearly so: valid enough to get past the first check. */
function valueOf(schema: unknown, known: KnownValues): unknown {
  const {
    type,
    properties,
    items,
    anyOf,
    enum: names,
    pattern,
    format,
    minimum,
    ...rest
  } = schemaSchema.parse(schema)
  if ('const' in rest) return rest.const
  if (names) return names[0]
  if (anyOf) return valueOf(anyOf[0], known)
  if (type === 'object') {
    const values = Object.entries(properties ?? {}).map(
      ([key, one]) => [key, Object.hasOwn(known, key) ? known[key] : valueOf(one, known)] as const,
    )
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  if (type === 'array') return items === undefined ? [] : [valueOf(items, known)]
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, 1)
  if (type === 'boolean') return true
  if (format === 'date-time') return '2030-01-01T00:00:00Z'
  const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text)
  return TEXTS.find(fits) ?? 'Orchard'
}

/** Calls with a JSON body, each with a body that is nearly valid. */
const bodiesOf = (known: KnownValues) =>
  NAMED_CALLS.flatMap(({ name, call }: { name: string; call: Call }) => {
    if (!call.body || call.bodyType) return []
    const schema = z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })
    return [{ name, call, body: valueOf(schema, known) }]
  })

/** A call with a body of which up to three values are replaced, with a field of its own, or with a body that is none. */
export const hostileBodies = (known: KnownValues) =>
  fc
    .record({
      made: fc.constantFrom(...bodiesOf(known)),
      first: fc.option(fc.tuple(fc.nat(30), hostileValues), { freq: 6 }),
      others: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.array(fc.tuple(fc.nat(30), hostileValues), { maxLength: 2 }),
      ),
      whole: fc.oneof(
        { weight: 20, arbitrary: fc.constant(undefined) },
        hostileValues.map((value) => ({ value })),
      ),
      extra: fc.oneof(
        { weight: 9, arbitrary: fc.constant(undefined) },
        fc.tuple(fc.constantFrom('__proto__', 'constructor', 'toString', ''), hostileValues),
      ),
    })
    .map(({ made: { name, call, body }, first, others, whole, extra }) => {
      const changes = [first, ...others]
      const changed = changes.reduce<unknown>((part, change) => replaceNth(part, change), body)
      const text = JSON.stringify(whole ? whole.value : changed)
      const isObject = extra !== undefined && text.startsWith('{') && text.length > 2
      const member = isObject ? `${JSON.stringify(extra[0])}:${JSON.stringify(extra[1])},` : ''
      return { name, call, text: member === '' ? text : `{${member}${text.slice(1)}` }
    })
