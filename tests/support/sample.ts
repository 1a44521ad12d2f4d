import { z } from 'zod'

/** What is read of a JSON Schema. */
const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minLength: z.number().optional(),
  minimum: z.number().optional(),
  format: z.string().optional(),
})

type Values = Readonly<Record<string, unknown>>

/** Whether a field names something by its id. */
const isId = (name: string) => /(?:^|_)ids?$/.test(name)

/**
 * A value of the JSON Schema of the field `name`: ids and required fields of objects; every field where there are none.
 * @param values by the name of the field; the others are as short as their schema allows.
 */
export function sample(schema: unknown, name: string, values: Values): unknown {
  if (Object.hasOwn(values, name)) return values[name]
  const node = nodeSchema.parse(schema)
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  const [first] = node.anyOf ?? node.oneOf ?? []
  if (first !== undefined) return sample(first, name, values)
  if (node.properties) {
    const { properties, required = [] } = node
    const all = Object.keys(properties)
    const needed = all.filter(
      (one) => required.includes(one) || (isId(one) && Object.hasOwn(values, one)),
    )
    const names = needed.length > 0 ? needed : all
    return Object.fromEntries(names.map((one) => [one, sample(properties[one], one, values)]))
  }
  switch (node.type) {
    case 'string':
      return node.format === 'date-time' ? '2026-06-02T00:00:00Z' : 'x'.repeat(node.minLength ?? 1)
    case 'integer':
    case 'number':
      return node.minimum ?? 1
    case 'boolean':
      return false
    case 'array':
      return node.items === undefined ? [] : [sample(node.items, name, values)]
    default:
      return {}
  }
}
