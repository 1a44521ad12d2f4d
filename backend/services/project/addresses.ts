import { and, asc, eq, exists, gt, isNull, sql } from 'drizzle-orm'
import type { Address, AuthorAddress, Sharded } from '#lib/contract/address.ts'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/schema.ts'
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

/** Who has published something that is shown, by `uid`, and when last. */
export async function listAuthors(
  db: Database,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<AuthorAddress[]> {
  const { uid, name } = authors
  const rows = await db
    .select({ uid, name, updatedAt: sql`max(${projects.updatedAt})`.mapWith(projects.updatedAt) })
    .from(authors)
    .innerJoin(projects, shownOf)
    .where(gt(uid, after))
    .groupBy(uid)
    .orderBy(asc(uid))
    .limit(limit)
  return rows.map(({ updatedAt, ...row }) => ({ ...row, updated_at: updatedAt.toISOString() }))
}

/** The ids behind which a next shard begins; many short statements rather than one long one. */
export async function listShards(
  db: Database,
  { of, size }: { of: Sharded; size: number },
): Promise<string[]> {
  const starts: string[] = []
  for (;;) {
    const last = await nextStart[of](db, starts.at(-1) ?? '', size - 1)
    if (last === undefined) return starts
    starts.push(last)
  }
}

/** The id so many places behind `after`, if there is one. */
const nextStart = {
  projects: async (db: Database, after: string, offset: number) => {
    const { id, hiddenAt } = projects
    const wanted = and(gt(id, after), isNull(hiddenAt))
    const found = db.select({ id }).from(projects).where(wanted).orderBy(asc(id))
    return (await found.offset(offset).limit(1))[0]?.id
  },
  authors: async (db: Database, after: string, offset: number) => {
    const { uid } = authors
    const wanted = and(gt(uid, after), exists(db.select().from(projects).where(shownOf)))
    const found = db.select({ uid }).from(authors).where(wanted).orderBy(asc(uid))
    return (await found.offset(offset).limit(1))[0]?.uid
  },
} satisfies Record<Sharded, (db: Database, after: string, offset: number) => unknown>

const shownOf = and(eq(projects.authorUid, authors.uid), isNull(projects.hiddenAt))
