import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { type Sort, sortSchema, startSchema } from '#lib/contract/list.ts'
import { decodeParts, encodeParts, sortKeyPart, timestampPart } from './cursor-parts.ts'

const VALUES = {
  name: sortKeyPart,
  '-name': sortKeyPart,
  popular: z.number(),
  downloads: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  recent: timestampPart,
} satisfies Record<Sort, z.ZodType>
const cursorSchema = z.tuple([sortSchema, z.unknown(), idSchema, startSchema])
/**
 * The end of a page: the sort value of its last entry, and its id for ties. `start` is the number of entries up to it when
 * the page was read; cursors made before it was added have none.
 */
export type Cursor = { value: string | number; id: string; start?: number | undefined }

/** Encodes a cursor; opaque to clients. */
export const encodeCursor = (sort: Sort, { value, id, start }: Cursor): string =>
  encodeParts([sort, value, id, start])

/**
 * Decodes a cursor of `sort`.
 * @throws InvalidInputError for anything else, including a cursor of another sort.
 */
export const decodeCursor = (sort: Sort, text: string): Cursor =>
  decodeParts(text, 'list', (json) => {
    const [cursorSort, value, id, start] = cursorSchema.parse(json)
    if (cursorSort !== sort) throw new Error('cursor of another sort')
    return { value: VALUES[sort].parse(value), id, start }
  })
