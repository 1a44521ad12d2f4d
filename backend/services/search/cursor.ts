import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { type SearchSort, searchSortSchema } from '#lib/contract/search.ts'
import { BadRequest } from '#backend/http/errors.ts'

const name = z
  .string()
  .max(600)
  .regex(/^[^\0]*$/)
const rank = z.number().int().min(-1e9).max(1e9)
const moment = z.number().int().min(Date.UTC(0, 0)).max(Date.UTC(9999, 11))
const VALUES = {
  relevance: rank,
  popular: rank,
  name,
  '-name': name,
  recent: moment,
} satisfies Record<SearchSort, z.ZodType>

const cursorSchema = z.tuple([
  z.literal('search'),
  searchSortSchema,
  z.number().int().min(0).max(99),
  z.unknown(),
  idSchema,
])

/** Where a page of results ended: the tier (0 where the sort knows none), the sort's value, the id. */
export type SearchCursor = { tier: number; value: string | number; id: string }

/** Writes a cursor; it is opaque to whoever gets it. */
export function encodeSearchCursor(sort: SearchSort, { tier, value, id }: SearchCursor): string {
  return Buffer.from(JSON.stringify(['search', sort, tier, value, id])).toString('base64url')
}

/**
 * Reads a cursor that was made for `sort`.
 * @throws BadRequest for anything else, a list's cursor included.
 */
export function decodeSearchCursor(sort: SearchSort, text: string): SearchCursor {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [, made, tier, value, id] = cursorSchema.parse(json)
    if (made !== sort) throw new Error('made for another sort')
    return { tier, value: VALUES[sort].parse(value), id }
  } catch {
    throw new BadRequest('after: not a cursor of this search')
  }
}
