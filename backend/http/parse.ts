import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type FieldTree, fieldsOf, type UnknownField, unknownFields } from '#lib/contract/fields.ts'
import { describeIssue, valueAt } from '#lib/contract/input/describe-issue.ts'
import { cleanLine } from '#lib/contract/text.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import { InvalidInputError, DomainError, NotFoundError } from '#backend/errors.ts'

/** The largest JSON body, in bytes. */
const BODY_MAX_BYTES = 64 * 1024

/** Fields that a message describes; all are named in `fields`. */
const DESCRIBED_MAX = 5
/** Longest path of a field in a message, in characters. */
const PLACE_MAX = 100

/** Levels of lists and objects in each other: what reads them may call itself for each. */
const DEPTH_MAX = 64

/** Sees a part of a request before it is parsed, and may refuse it. */
type Check = (raw: unknown) => void

/** The parameters of the query. Of repeated ones the first counts; empty ones are ignored. */
export const queryOf = (c: Context<AppEnv>): Record<string, string> =>
  Object.fromEntries(Object.entries(c.req.query()).filter(([, value]) => value !== ''))

/**
 * Parses the query.
 * @throws InvalidInputError that names the invalid parameters.
 */
export function parseQuery<T extends z.ZodType>(c: Context<AppEnv>, schema: T): z.output<T> {
  const query = queryOf(c)
  if (Object.values(query).some((value) => value.includes('\0')))
    throw new InvalidInputError('query: holds a NUL')
  return parse(schema, query, 'query')
}

/**
 * Decodes and parses path parameters.
 * @throws NotFoundError for invalid ones: nothing can exist at such an address.
 */
export function parseParams<T extends z.ZodType>(
  raw: Record<string, string>,
  schema: T,
): z.output<T> {
  try {
    const decoded = Object.entries(raw).map(([name, text]) => [name, decodeURIComponent(text)])
    const params = schema.safeParse(Object.fromEntries(decoded))
    if (params.success) return params.data
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  throw new NotFoundError()
}

const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: () => {
    throw new DomainError('body_too_large', 'The body is too large.')
  },
})

/**
 * Parses a JSON body of at most 64 KiB.
 * @throws InvalidInputError
 * @throws DomainError `body_too_large`
 */
export async function parseBody<T extends z.ZodType>(
  c: Context<AppEnv>,
  schema: T,
  check: Check = () => undefined,
): Promise<z.output<T>> {
  await limitBody(c, async () => undefined)
  const json = fromJson(await c.req.text())
  checkValue(json)
  check(json)
  return parse(schema, json, 'body')
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidInputError('body: not JSON')
  }
}

/** @throws InvalidInputError for U+0000, which PostgreSQL cannot store, and beyond `DEPTH_MAX` levels. */
function checkValue(json: unknown): void {
  // Iterative: 64 KiB of `[` would overflow the stack.
  const left = [{ value: json, depth: 0 }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next
    if (typeof value === 'string' && value.includes('\0')) {
      throw new InvalidInputError('body: contains U+0000')
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth === DEPTH_MAX) {
      throw new InvalidInputError(`body: at most ${DEPTH_MAX} levels of lists and objects`)
    }
    for (const [key, inner] of Object.entries(value)) {
      left.push({ value: key, depth }, { value: inner, depth: depth + 1 })
    }
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, where: string): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues, value, where)
}

/**
 * The refusal of an input, which says of each field what it accepts.
 * @param where names the whole input.
 */
export function invalidInput(
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  where: string,
): InvalidInputError {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    const name = String(issue.path[0] ?? where)
    const place = issue.path.map(String).join('.').slice(0, PLACE_MAX) || where
    const wanted = describeIssue(issue, valueAt(value, issue.path))
    if (!fields.has(name)) fields.set(name, `${place}: ${wanted}`)
  }
  const shown = [...fields.values()].slice(0, DESCRIBED_MAX)
  return new InvalidInputError(shown.join('; '), [...fields.keys()])
}

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
