import { and, asc, gt, isNull } from 'drizzle-orm'
import type { Address } from '#lib/contract/address.ts'
import type { Database } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { imageUrl } from '#backend/services/file/url.ts'

/** Where the projects behind an id are, by id: an index gives them in that order. */
export async function listAddresses(
  db: Database,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Address[]> {
  const { kind, id, updatedAt, cover } = projects
  const rows = await db
    .select({ kind, id, updatedAt, cover })
    .from(projects)
    .where(and(gt(id, after), isNull(projects.hiddenAt)))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    updated_at: row.updatedAt.toISOString(),
    cover_url: imageUrl(row.cover.fileId),
  }))
}

/** The ids behind which a next shard begins; many short statements rather than one long one. */
export async function listShards(db: Database, size: number): Promise<string[]> {
  const starts: string[] = []
  for (;;) {
    const [last] = await db
      .select({ id: projects.id })
      .from(projects)
      .where(and(gt(projects.id, starts.at(-1) ?? ''), isNull(projects.hiddenAt)))
      .orderBy(asc(projects.id))
      .offset(size - 1)
      .limit(1)
    if (!last) return starts
    starts.push(last.id)
  }
}
