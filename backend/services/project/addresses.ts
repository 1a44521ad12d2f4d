import { and, asc, eq, exists, gt, sql } from 'drizzle-orm'
import type { Address, AuthorAddress, Sharded } from '#lib/contract/address.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { imageUrl } from '#backend/services/file/url.ts'

/** Sitemap entries of the projects whose id is greater than `after`, by id. */
export async function listAddresses(
  db: Database,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Address[]> {
  const { kind, id, updatedAt, cover } = projects
  const rows = await db
    .select({ kind, id, updatedAt, cover })
    .from(projects)
    .where(and(gt(id, after), isListed))
    .orderBy(asc(id))
    .limit(limit)
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    updated_at: row.updatedAt.toISOString(),
    cover_url: imageUrl(row.cover.fileId),
  }))
}

/** Sitemap entries of the authors with visible projects whose `uid` is greater than `after`. */
export async function listAuthors(
  db: Database,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<AuthorAddress[]> {
  const { uid, name } = authors
  const rows = await db
    .select({ uid, name, updatedAt: sql`max(${projects.updatedAt})`.mapWith(projects.updatedAt) })
    .from(authors)
    .innerJoin(projects, isVisibleProjectOfAuthor)
    .where(gt(uid, after))
    .groupBy(uid)
    .orderBy(asc(uid))
    .limit(limit)
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updated_at: updatedAt.toISOString() }))
}

/**
 * The ids after which each further sitemap shard of `size` entries starts. One short statement per
 * shard, because a single long one would exceed the statement timeout.
 */
export async function findShards(
  db: Database,
  { of, size }: { of: Sharded; size: number },
): Promise<string[]> {
  const starts: string[] = []
  for (;;) {
    const start = await findShardStart[of](db, starts.at(-1) ?? '', size - 1)
    if (start === undefined) return starts
    starts.push(start)
  }
}

/** The id `offset` places after the first one greater than `after`. */
const findShardStart = {
  projects: async (db: Database, after: string, offset: number) => {
    const { id } = projects
    const isNext = and(gt(id, after), isListed)
    const query = db.select({ id }).from(projects).where(isNext).orderBy(asc(id))
    return (await query.offset(offset).limit(1))[0]?.id
  },
  authors: async (db: Database, after: string, offset: number) => {
    const { uid } = authors
    const hasProject = exists(db.select().from(projects).where(isVisibleProjectOfAuthor))
    const isNext = and(gt(uid, after), hasProject)
    const query = db.select({ uid }).from(authors).where(isNext).orderBy(asc(uid))
    return (await query.offset(offset).limit(1))[0]?.uid
  },
} satisfies Record<Sharded, (db: Database, after: string, offset: number) => unknown>

const isVisibleProjectOfAuthor = and(eq(projects.authorUid, authors.uid), isListed)
