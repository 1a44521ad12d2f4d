import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { z } from 'zod'
import { type FieldTree, fieldsOf, type UnknownField, unknownFields } from '#lib/contract/fields.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import { DomainError, InvalidInputError } from '#backend/errors.ts'
import { cleanLine } from '#lib/contract/text.ts'

/** What a part of a request may hold. */
type Known = {
  /** Schema of the fields that the call takes; without it, it takes none. */
  schema: z.ZodType | undefined
  /** Whether unknown fields are refused. Otherwise they are ignored, and the answer names them. */
  isStrict: boolean
  /** Schema of fields that may be there with the value that they have. */
  fixed?: z.ZodObject | undefined
  /** The parameters of the path, which may be repeated. */
  params?: unknown
}
/** Fields that a call does not change, as the request has them. */
export type FixedFields = Record<string, unknown>

const compiled = new WeakMap<z.ZodType, FieldTree>()
const fieldsOfSchema = (schema: z.ZodType): FieldTree => {
  const known = compiled.get(schema) ?? fieldsOf(z.toJSONSchema(schema, JSON_SCHEMA))
  compiled.set(schema, known)
  return known
}
/** As in the OpenAPI document, which is what callers know. */
const JSON_SCHEMA = { io: 'input', unrepresentable: 'any' } as const

/**
 * Finds the fields of a request that its call does not know.
 * @returns those that the call does not change, for `checkFixed`.
 * @throws DomainError `unknown_field` for the others, if the call is strict; `field_fixed` for another parameter of the path.
 */
export function checkFields(
  c: Context<AppEnv>,
  value: unknown,
  { schema, isStrict, fixed, params }: Known,
): FixedFields {
  const known = schema ? fieldsOfSchema(schema) : new Map<string, FieldTree>()
  if (known === null || typeof value !== 'object' || value === null) return {}
  const given = new Map<string, unknown>(Object.entries(value))
  const repeated = toRecord(params)
  const unchanged: FixedFields = {}
  for (const [name, sent] of given) {
    if (known.has(name)) continue
    if (Object.hasOwn(repeated, name)) checkFixed({ [name]: sent }, repeated)
    else if (fixed && Object.hasOwn(fixed.shape, name)) unchanged[name] = sent
    else continue
    given.delete(name)
  }
  const unknown = unknownFields(Object.fromEntries(given), known)
  if (unknown.length > 0 && isStrict) throw refusal(unknown)
  if (unknown.length > 0)
    c.set('warnings', [...(c.get('warnings') ?? []), ...unknown.map(toWarning)])
  return unchanged
}

/**
 * Compares fields that a call does not change with what they are, as an answer has them.
 * @throws DomainError `field_fixed`
 */
export function checkFixed(given: FixedFields, current: object): void {
  const now = toRecord(JSON.parse(JSON.stringify(current)))
  const changed = Object.keys(given).filter(
    (name) => !isDeepStrictEqual(given[name] ?? null, now[name] ?? null),
  )
  if (changed.length === 0) return
  const message = `${changed.join(', ')}: this call cannot change it.`
  throw new DomainError('field_fixed', message, { fields: changed })
}

function refusal(unknown: UnknownField[]): DomainError {
  const [first] = unknown.map(toDetails)
  if (!first) throw new InvalidInputError('body: unknown field')
  const hint = first.nearest === undefined ? '' : ` Did you mean ${first.nearest}?`
  return new DomainError('unknown_field', `${first.field}: unknown field.${hint}`, {
    details: first,
    fields: unknown.map((one) => toDetails(one).field),
  })
}

const toDetails = ({ field, nearest }: UnknownField) => ({
  field: cleanLine(field.toWellFormed()),
  ...(nearest !== undefined && { nearest }),
})
const toWarning = (unknown: UnknownField) => ({
  reason: 'unknown_field',
  details: toDetails(unknown),
})

const recordSchema = z.record(z.string(), z.unknown())
const toRecord = (value: unknown): Record<string, unknown> =>
  recordSchema.safeParse(value).data ?? {}
