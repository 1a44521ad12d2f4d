import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/search-schema.ts'

/** A quarter of a power of two: a project moves when its popularity has changed by about a fifth. */
const STEPS = 4

/** Popularity in coarse steps, as search orders by it: each change writes the document anew. */
export const rankOf = (popularity: number) => Math.floor(popularity * STEPS)

/** Moves a project in search where its popularity has made a step. */
export async function updateRank(tx: Transaction, projectId: string, popularity: number) {
  const rank = rankOf(popularity)
  await tx
    .update(searchDocuments)
    .set({ rank })
    .where(and(eq(searchDocuments.projectId, projectId), ne(searchDocuments.rank, rank)))
}
