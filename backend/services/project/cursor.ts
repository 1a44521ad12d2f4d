import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { type Sort, sortSchema, startSchema } from '#lib/contract/list.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { startElement } from './start.ts'

const sortKey = z
  .string()
  .max(600)
  .regex(/^[^\0]*$/)
/** Milliseconds; the years 0 to 9999, which ISO 8601 writes with four digits. */
const timestamp = z.number().int().min(Date.UTC(0, 0)).max(Date.UTC(9999, 11))
const VALUES = {
  name: sortKey,
  '-name': sortKey,
  popular: z.number(),
  downloads: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  recent: timestamp,
} satisfies Record<Sort, z.ZodType>
const cursorSchema = z.tuple([sortSchema, z.unknown(), idSchema, startSchema])
/**
 * The end of a page: the sort value of its last entry, and its id for ties. `start` is the number of entries up to it when
 * the page was read; cursors made before it was added have none.
 */
export type Cursor = { value: string | number; id: string; start?: number | undefined }

/** Encodes a cursor; opaque to clients. */
export function encodeCursor(sort: Sort, cursor: Cursor): string {
  const { value, id } = cursor
  return Buffer.from(JSON.stringify([sort, value, id, ...startElement(cursor)])).toString(
    'base64url',
  )
}

/**
 * Decodes a cursor of `sort`.
 * @throws InvalidInputError for anything else, including a cursor of another sort.
 */
export function decodeCursor(sort: Sort, text: string): Cursor {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [cursorSort, value, id, start] = cursorSchema.parse(json)
    if (cursorSort !== sort) throw new Error('cursor of another sort')
    return { value: VALUES[sort].parse(value), id, start }
  } catch {
    throw new InvalidInputError('after: not a cursor of this list')
  }
}
