import { z } from 'zod'
import { startSchema } from '#lib/contract/list.ts'
import { idSchema } from '#lib/contract/project.ts'
import { type SearchSort, searchSortSchema } from '#lib/contract/search.ts'
import {
  decodeParts,
  encodeParts,
  sortKeyPart,
  timestampPart,
} from '#backend/services/project/cursor-parts.ts'

const rank = z.number().int().min(-1e9).max(1e9)
const VALUES = {
  relevance: rank,
  popular: rank,
  name: sortKeyPart,
  '-name': sortKeyPart,
  recent: timestampPart,
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
export const encodeSearchCursor = (
  sort: SearchSort,
  { tier, value, id, start }: SearchCursor,
): string => encodeParts(['search', sort, tier, value, id, start])

/**
 * Decodes a cursor of `sort`.
 * @throws InvalidInputError for anything else, including the cursor of a list.
 */
export const decodeSearchCursor = (sort: SearchSort, text: string): SearchCursor =>
  decodeParts(text, 'search', (json) => {
    const [, cursorSort, tier, value, id, start] = cursorSchema.parse(json)
    if (cursorSort !== sort) throw new Error('cursor of another sort')
    return { tier, value: VALUES[sort].parse(value), id, start }
  })

/** Tier, rank of the pack, id of the pack, position of the icon in the pack, and icons up to it (`start`). */
const iconCursorSchema = z.tuple([
  z.literal('icons'),
  z.number().int().min(0).max(9),
  rank,
  idSchema,
  z.number().int().min(0).max(1e6),
  startSchema,
])
/** The end of a page of icons. */
export type IconCursor = z.infer<typeof iconCursorSchema>

/** @throws InvalidInputError for anything else, including cursors of other searches. */
export const decodeIconCursor = (text: string): IconCursor =>
  decodeParts(text, 'search', (json) => iconCursorSchema.parse(json))
