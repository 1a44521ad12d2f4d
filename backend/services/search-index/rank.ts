import { and, eq, ne } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { searchDocuments } from '#backend/db/tables.ts'

/** Steps per doubling: the rank changes when popularity has changed by about a fifth. */
const STEPS = 4

/** Popularity in coarse steps, because every change of rank rewrites the document with its terms. */
export const rankOf = (popularity: number) => Math.floor(popularity * STEPS)

/** Writes the rank of a project if it has changed. */
export async function updateRank(
  tx: Transaction,
  projectId: string,
  popularity: number,
): Promise<void> {
  const rank = rankOf(popularity)
  await tx
    .update(searchDocuments)
    .set({ rank })
    .where(and(eq(searchDocuments.projectId, projectId), ne(searchDocuments.rank, rank)))
}
