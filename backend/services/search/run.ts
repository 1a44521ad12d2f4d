import { and } from 'drizzle-orm'
import { TOTAL_EXACT_MAX } from '#lib/contract/limits.ts'
import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'
import { estimatedTotal, estimateRows } from '#backend/services/project/total.ts'
import { findFew } from './find-few.ts'
import { findMany } from './find-many.ts'
import type { Entry, PageRequest } from './page-request.ts'

/** The planner's estimates are imprecise: up to this estimate, all matches are read and counted. */
const EXPECTED_MAX = 2 * TOTAL_EXACT_MAX
/**
 * If even the rarest word is in more documents, matches are not counted, whatever the filters leave,
 * unless that is expected to be less than a page.
 */
const RAREST_MAX = 2 * TOTAL_EXACT_MAX

export type SearchPage = { total: number; total_is_estimate: boolean; page: Entry[] }
export const EMPTY_PAGE: SearchPage = { total: 0, total_is_estimate: false, page: [] }

/** Reads a page and one more entry, which shows that there is a next page. */
export async function runSearch(db: Database, pageRequest: PageRequest): Promise<SearchPage> {
  const request = { ...pageRequest, limit: pageRequest.limit + 1 }
  const { tiers, filter, after, limit } = request
  const counts = tiers?.any.counts
  const rarest = counts ? Math.min(...counts) : 0
  if (counts && rarest <= TOTAL_EXACT_MAX) {
    const few = await findFew(db, request)
    if (few) return { ...few, total_is_estimate: false }
  }
  const expected = await estimateRows(db, searchDocuments, and(tiers?.estimated, filter))
  const isCertainlyMany = !filter && (tiers?.least ?? 0) > TOTAL_EXACT_MAX
  // A filter that is expected to leave less than a page: one statement instead of two for each tier.
  const isReadAtOnce = rarest <= RAREST_MAX || expected < limit
  if (!isCertainlyMany && expected <= EXPECTED_MAX && isReadAtOnce) {
    const few = await findFew(db, request)
    if (few) return { ...few, total_is_estimate: false }
  }
  const page = await findMany(db, request)
  const isComplete = !after && page.length < limit
  if (isComplete) return { total: page.length, total_is_estimate: false, page }
  return { ...estimatedTotal(expected), page }
}
