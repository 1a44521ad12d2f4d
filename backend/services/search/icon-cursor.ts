import { z } from 'zod'
import { startSchema } from '#lib/contract/list.ts'
import { idSchema } from '#lib/contract/project.ts'
import { InvalidInputError } from '#backend/errors.ts'

/** Tier, rank of the pack, id of the pack, position of the icon in the pack, and icons up to it (`start`). */
const cursorSchema = z.tuple([
  z.literal('icons'),
  z.number().int().min(0).max(9),
  z.number().int().min(-1e9).max(1e9),
  idSchema,
  z.number().int().min(0).max(1e6),
  startSchema,
])
/** The end of a page of icons. */
export type IconCursor = z.infer<typeof cursorSchema>

/** Encodes a cursor; opaque to clients. */
export const encodeIconCursor = (cursor: IconCursor) =>
  Buffer.from(JSON.stringify(cursor.filter((part) => part !== undefined))).toString('base64url')

/** @throws InvalidInputError for anything else, including cursors of other searches. */
export function decodeIconCursor(text: string): IconCursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidInputError('after: not a cursor of this search')
  }
}
