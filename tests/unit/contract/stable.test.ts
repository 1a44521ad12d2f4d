import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { isPublicRead } from '#lib/contract/call.ts'
import { NAMED_CALLS, type NamedCall } from '#lib/contract/calls.ts'
import { NAMED_SCHEMAS, toAnswerSchema, toInputSchema } from '#lib/contract/calls/named-schemas.ts'

/*
 * What programs rely on below `/api/v1` (docs/behaviour.md#api-for-other-programs): a line for each call that they may make, parameter,
 * value of a parameter and field, `?` for optional ones. `vitest run tests/unit/contract/stable.test.ts --update` records new lines; none is removed.
 */

const RECORDED = new URL('../../fixtures/api-v1.txt', import.meta.url).pathname

type Schema = z.core.JSONSchema._JSONSchema

/** The fields of a value, by their paths, with the types that JSON has for them. */
function fieldsOf(schema: Schema | undefined, path: string): string[] {
  if (schema === undefined || typeof schema === 'boolean') return [path]
  const variants = schema.anyOf ?? schema.oneOf ?? [schema]
  const types = variants.map(typeOf).toSorted()
  const inner = variants.flatMap((variant) =>
    typeof variant === 'boolean' ? [] : partsOf(variant, path),
  )
  return [`${path}: ${[...new Set(types)].join(' | ')}`, ...inner]
}

function typeOf(schema: Schema): string {
  if (typeof schema === 'boolean') return 'any'
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '')
  return String(schema.type ?? 'any')
}

function partsOf(
  { properties = {}, required = [], items }: Exclude<Schema, boolean>,
  path: string,
): string[] {
  const item = Array.isArray(items) ? items[0] : items
  return [
    ...Object.entries(properties).flatMap(([name, part]) =>
      fieldsOf(part, `${path}.${name}${required.includes(name) ? '' : '?'}`),
    ),
    ...(item === undefined ? [] : fieldsOf(item, `${path}[]`)),
  ]
}

/** What a caller may send, and the values that are listed. */
function inputsOf(schema: z.ZodType | undefined, path: string): string[] {
  if (schema === undefined) return []
  const described = toInputSchema(schema)
  return [...partsOf(described, path), ...valuesOf(described, path)]
}

function valuesOf(schema: Schema, path: string): string[] {
  if (typeof schema === 'boolean') return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    typeof part === 'boolean'
      ? []
      : (part.enum ?? []).map((value) => `${path}.${name} = ${String(value)}`),
  )
}

function linesOf({ name, call }: NamedCall): string[] {
  const { method, path, params, query, body, mediaType } = call
  return [
    `${name}: ${method.toUpperCase()} ${path}`,
    ...inputsOf(params, `${name} path`),
    ...inputsOf(query, `${name} query`),
    ...inputsOf(body, `${name} body`),
    ...(mediaType === undefined
      ? fieldsOf(toAnswerSchema(call.data), `${name} data`)
      : [`${name} data: ${mediaType}`]),
  ]
}

const current = new Set([
  ...Object.entries(NAMED_SCHEMAS).flatMap(([name, schema]) =>
    fieldsOf(toAnswerSchema(schema).$defs?.[name], name),
  ),
  ...NAMED_CALLS.filter(({ call }) => isPublicRead(call) || call.scope !== undefined).flatMap(
    linesOf,
  ),
])
const recorded = existsSync(RECORDED) ? readFileSync(RECORDED, 'utf8').trim().split('\n') : []

/** A field of a request that was required and is optional now: programs may still send it. */
const isOptionalNow = (line: string) =>
  / (?:path|query|body)\./.test(line) && current.has(line.replace(/: (?=[^:]*$)/, '?: '))

it('no call, parameter, value or field that programs may use is removed or changed', () => {
  expect(recorded.filter((line) => !current.has(line) && !isOptionalNow(line))).toEqual([])
})

it('an answer may not become optional, nor a request lose a field', () => {
  expect(isOptionalNow('create body.description: string')).toBe(true)
  expect(isOptionalNow('create body.title: string')).toBe(false)
  expect(isOptionalNow('create data.description: string')).toBe(false)
})

it('all of them are recorded', async () => {
  const all = [...new Set([...recorded, ...current])].toSorted()
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot(RECORDED)
})
