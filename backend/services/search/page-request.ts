import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { SearchSort } from '#lib/contract/search.ts'
import type { SearchCursor } from './cursor.ts'
import type { Tiers } from './tiers.ts'

/** A page of matching documents to read. */
export type ResultsRequest = {
  /** `null` matches every document. */
  tiers: Tiers | null
  filter: SQL | undefined
  sort: SearchSort
  after: SearchCursor | undefined
  limit: number
}

/** A matching document with the values that a cursor holds. */
export const entrySchema = z.object({
  id: z.string(),
  tier: z.number(),
  value: z.union([z.string(), z.number()]),
})
export type PageEntry = z.infer<typeof entrySchema>
