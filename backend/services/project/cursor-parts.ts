import { z } from 'zod'
import { InvalidInputError } from '#backend/errors.ts'

/** Where a list that is sorted by name goes on. */
export const sortKeyPart = z
  .string()
  .max(600)
  .regex(/^[^\0]*$/)
/** Milliseconds; the years 0 to 9999, which ISO 8601 writes with four digits. */
export const timestampPart = z.number().int().min(Date.UTC(0, 0)).max(Date.UTC(9999, 11))

/** Encodes a cursor; opaque to clients. What is undefined at its end is left out. */
export const encodeParts = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts.filter((part) => part !== undefined))).toString('base64url')

/** @throws InvalidInputError where `parse` throws, or the text is no cursor. */
export function decodeParts<T>(text: string, of: string, parse: (json: unknown) => T): T {
  try {
    return parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidInputError(`after: not a cursor of this ${of}`)
  }
}

/** The end of a page, with the number of entries up to it; cursors made before that was added have none. */
type Cursor = { start?: number | undefined }

/** `start` of a page, for its answer; nothing on the first one. */
export const startOf = (after: Cursor | undefined) =>
  after?.start === undefined ? {} : { start: after.start }

/** `start` of the page after one of `count` entries, for its cursor. */
export function nextStart(after: Cursor | undefined, count: number): Cursor {
  if (after === undefined) return { start: count }
  return after.start === undefined ? {} : { start: after.start + count }
}
