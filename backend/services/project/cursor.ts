import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { type Sort, sortSchema } from '#lib/contract/list.ts'
import { BadRequest } from '#backend/http/errors.ts'

/** Where a page ended: the last entry's value in the sort, and its id for ties. */
const cursorSchema = z.tuple([sortSchema, z.union([z.string().max(500), z.number()]), idSchema])
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
  const [made, value, id] = parse(text)
  const isNumber = sort === 'popular' || sort === 'recent'
  if (made !== sort || (typeof value === 'number') !== isNumber) throw wrong()
  if (typeof value === 'string' && value.includes('\0')) throw wrong()
  return { value, id }
}

function parse(text: string) {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw wrong()
  }
}

const wrong = () => new BadRequest('after: not a cursor of this list')
