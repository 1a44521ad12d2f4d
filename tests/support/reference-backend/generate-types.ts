import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/*
 * Generates api.ts from an OpenAPI document: one interface with the parameters, query, body and data
 * of every call. openapi-typescript needs the compiler API of TypeScript 5, which TypeScript 7 does
 * not have, so the schemas go through json-schema-to-typescript.
 */

type Schema = Record<string, unknown>
const schema: z.ZodType<Schema> = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema: schema.optional() })).optional()
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.looseObject({ 200: z.object({ content }).optional() }),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
})
const objectSchema = z.object({ properties: z.record(z.string(), schema) })

/** `minItems` would turn arrays into tuples, which `filter` and `map` do not return. */
const LEFT_OUT = new Set(['$schema', 'minItems'])

const OPTIONS = [
  '--no-additionalProperties',
  '--maxItems=-1',
  '--no-style.semi',
  '--style.singleQuote',
  '--style.printWidth=100',
]

/** @throws Error if the document is not OpenAPI or the generator fails. */
export async function generateTypes(document: unknown): Promise<string> {
  const { paths, components } = documentSchema.parse(document)
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  const calls = objectOf(operations.map((one) => [one.operationId, callSchema(one)]))
  // What a caller sends has no references, but schemas that are equal to a named one.
  const named = Object.entries(components.schemas)
  const names = new Map(named.map(([name, part]) => [JSON.stringify(part), name]))
  const $defs = Object.fromEntries(named.map(([name, part]) => [name, simplifyParts(part, names)]))
  return runGenerator({ title: 'Api', ...simplifyParts(calls, names), $defs })
}

async function runGenerator(input: Schema): Promise<string> {
  const child = spawn('node_modules/.bin/json2ts', OPTIONS, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = new Promise((resolve) => child.once('close', resolve))
  child.stdin.end(JSON.stringify(input))
  const types = await text(child.stdout)
  if ((await exited) !== 0) throw new Error('json-schema-to-typescript failed')
  return types
}

function callSchema({ parameters, requestBody, responses }: z.infer<typeof operationSchema>) {
  const parametersIn = (place: string) => {
    const own = parameters.filter((one) => one.in === place)
    const required = own.filter((one) => one.required).map(({ name }) => name)
    return objectOf(
      own.map((one) => [one.name, one.schema]),
      required,
    )
  }
  const envelope = objectSchema.safeParse(schemaIn(responses[200]?.content)).data
  return objectOf([
    ['params', parametersIn('path')],
    ['query', parametersIn('query')],
    ['body', schemaIn(requestBody?.content) ?? NOTHING],
    ['data', envelope?.properties['data'] ?? NOTHING],
  ])
}

const NOTHING = { type: 'null' }
const schemaIn = (types: z.infer<typeof content>) => Object.values(types ?? {})[0]?.schema

function objectOf(properties: [string, Schema][], required = properties.map(([name]) => name)) {
  return { type: 'object', properties: Object.fromEntries(properties), required }
}

/** A schema with references to the named ones, in the JSON Schema draft of the generator. */
function simplify(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => simplify(one, names))
  const parts = schema.safeParse(value)
  if (!parts.success) return value
  const { $ref } = parts.data
  const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : names.get(JSON.stringify(value))
  return name ? { $ref: `#/$defs/${name}` } : simplifyParts(parts.data, names)
}

function simplifyParts(parts: Schema, names: Map<string, string>): Schema {
  const { prefixItems, ...rest } = parts
  const items = prefixItems === undefined ? {} : { items: prefixItems }
  return Object.fromEntries(
    Object.entries({ ...rest, ...items })
      .filter(([key]) => !LEFT_OUT.has(key))
      .map(([key, part]) => [key, simplify(part, names)]),
  )
}
