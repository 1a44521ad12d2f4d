import { z } from 'zod'
import { startSchema } from '#lib/contract/list.ts'
import { idSchema } from '#lib/contract/project.ts'
import { type SearchSort, searchSortSchema } from '#lib/contract/search.ts'
import { InvalidInputError } from '#backend/errors.ts'
import { startElement } from '#backend/services/project/start.ts'

const sortKey = z
  .string()
  .max(600)
  .regex(/^[^\0]*$/)
const rank = z.number().int().min(-1e9).max(1e9)
/** Milliseconds; the years 0 to 9999, which ISO 8601 writes with four digits. */
const timestamp = z.number().int().min(Date.UTC(0, 0)).max(Date.UTC(9999, 11))
const VALUES = {
  relevance: rank,
  popular: rank,
  name: sortKey,
  '-name': sortKey,
  recent: timestamp,
} satisfies Record<SearchSort, z.ZodType>

const cursorSchema = z.tuple([
  z.literal('search'),
  searchSortSchema,
  z.number().int().min(0).max(99),
  z.unknown(),
  idSchema,
  startSchema,
])

/**
 * The end of a page: tier (0 unless sorted by relevance), sort value and id of its last entry; `start` as in the cursor of a
 * list (services/project/cursor.ts).
 */
export type SearchCursor = {
  tier: number
  value: string | number
  id: string
  start?: number | undefined
}

/** Encodes a cursor; opaque to clients. */
export function encodeSearchCursor(sort: SearchSort, cursor: SearchCursor): string {
  const { tier, value, id } = cursor
  return Buffer.from(
    JSON.stringify(['search', sort, tier, value, id, ...startElement(cursor)]),
  ).toString('base64url')
}

/**
 * Decodes a cursor of `sort`.
 * @throws InvalidInputError for anything else, including the cursor of a list.
 */
export function decodeSearchCursor(sort: SearchSort, text: string): SearchCursor {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [, cursorSort, tier, value, id, start] = cursorSchema.parse(json)
    if (cursorSort !== sort) throw new Error('cursor of another sort')
    return { tier, value: VALUES[sort].parse(value), id, start }
  } catch {
    throw new InvalidInputError('after: not a cursor of this search')
  }
}
