import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { describeIssue, valueAt } from '#lib/contract/input/describe-issue.ts'
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
