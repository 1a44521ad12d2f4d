import type { Context } from 'hono'
import type { AppEnv } from '#backend/dependencies.ts'
import { InvalidInputError, UnauthenticatedError } from '#backend/errors.ts'

/**
 * The `Idempotency-Key` of a write, if present.
 * @throws InvalidInputError for a malformed key.
 */
export function idempotencyKeyOf(c: Context<AppEnv>): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || /^[\w.:-]{8,100}$/.test(key)) return key
  throw new InvalidInputError('Idempotency-Key: 8 to 100 letters, digits, _ . : or -')
}

/**
 * The revision in `If-Match` (RFC 9110, section 13.1.1) that a change is based on, if present.
 * @throws InvalidInputError for any other entity tag.
 */
export function revisionOf(c: Context<AppEnv>): number | undefined {
  const tag = c.req.header('if-match')
  if (tag === undefined || tag === '*') return undefined
  const revision = /^"(\d{1,9})"$/.exec(tag)?.[1]
  if (revision === undefined) throw new InvalidInputError('If-Match: "{revision}", or *')
  return Number(revision)
}

/**
 * The bearer token of a request (RFC 6750, section 2.1).
 * @throws UnauthenticatedError without one.
 */
export function bearerToken(c: Context<AppEnv>): string {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new UnauthenticatedError()
  return token
}
