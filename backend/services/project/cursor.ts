import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { type Sort, sortSchema } from '#lib/contract/list.ts'
import { BadRequest } from '#backend/http/errors.ts'

const name = z
  .string()
  .max(600)
  .regex(/^[^\0]*$/)
/** Milliseconds from the year 0 to the year 9999: what ISO 8601 writes with four digits. */
const moment = z.number().int().min(Date.UTC(0, 0)).max(Date.UTC(9999, 11))
/** Where a page ended: the last entry's value in the sort, and its id for ties. */
const VALUES = { name, '-name': name, popular: z.number(), recent: moment } satisfies Record<
  Sort,
  z.ZodType
>
const cursorSchema = z.tuple([sortSchema, z.unknown(), idSchema])
export type Cursor = { value: string | number; id: string }

/** Writes a cursor; it is opaque to whoever gets it. */
export function encodeCursor(sort: Sort, { value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

/**
 * Reads a cursor that was made for `sort`.
 * @throws BadRequest for anything else, a cursor of another sort included.
 */
export function decodeCursor(sort: Sort, text: string): Cursor {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [made, value, id] = cursorSchema.parse(json)
    if (made !== sort) throw new Error('made for another sort')
    return { value: VALUES[sort].parse(value), id }
  } catch {
    throw new BadRequest('after: not a cursor of this list')
  }
}
