import type { Database } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'
import type { Token } from '#backend/text/tokens.ts'
import { type ExpandedToken, expandTokens } from './expand-tokens.ts'
import { type Tiers, tiersOf } from './tiers.ts'

/** The tiers that a search for a term reads: corrected as far as its first results are. */
export async function expandTerm(db: Database, q: string, tokens: Token[]): Promise<Tiers | null> {
  const expanded = await expandTokens(db, tokens)
  if (await hasMatch(db, q, expanded)) return tiersOf(q, expanded)
  return tiersOf(q, await expandTokens(db, tokens, { isUnmatched: true }))
}

/** Whether a term has a match without filters. */
export async function hasMatch(db: Database, q: string, tokens: ExpandedToken[]): Promise<boolean> {
  const tiers = tiersOf(q, tokens)
  if (!tiers) return q === ''
  const documents = db.select({ id: searchDocuments.projectId }).from(searchDocuments)
  return (await documents.where(tiers.any.condition).limit(1)).length > 0
}
