import { and, arrayOverlaps, asc, desc, eq, exists, gt, or, type SQL, sql } from 'drizzle-orm'
import { nameSchema, problemOf } from '#lib/contract/name/name-schema.ts'
import type { AuthorEntry, NamesList, TitleEntry } from '#lib/contract/operator.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { readInChunks } from '#backend/db/read-in-chunks.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed, isPublic } from '#backend/db/visible.ts'
import { isVerifiedAuthor } from '#backend/services/name/verified.ts'

/** Names, and groups of names, that are listed at most, and the names of a group. */
const LISTED_MAX = 200
const GROUP_MAX = 20
/** Rows per statement, and how long one may take, in ms. */
const BATCH = 1000
const STATEMENT_MS = 60_000

const entry = {
  id: projects.id,
  kind: projects.kind,
  title: projects.title,
  author: authors.name,
  is_verified: isVerifiedAuthor(authors.uid),
}
const authorEntry = {
  name: authors.name,
  display_name: authors.displayName,
  is_verified: isVerifiedAuthor(authors.uid),
}

/**
 * Names from before a rule, which stay as they are, and names of several authors that look the same; of titles the newest first.
 */
export function listNames(db: Database): Promise<NamesList> {
  return db.transaction(async (tx) => {
    // Each statement may read all names, once.
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${STATEMENT_MS}`))
    return {
      titles: await findTitles(tx),
      authors: await findAuthors(tx),
      same_titles: await findSameTitles(tx),
      same_authors: await findSameAuthors(tx),
    }
  })
}

/** Whether a text may be no name; one of visible ASCII is. */
const isSuspect = (text: SQL | typeof projects.title | typeof authors.name): SQL =>
  sql`(octet_length(${text}) <> length(${text}) OR btrim(${text}) = '' OR ${text} ~ '[[:cntrl:]]')`

function problemIn(name: string): NamesList['titles'][number]['problem'] | null {
  const { error } = nameSchema.safeParse(name)
  const [first] = error?.issues ?? []
  return first ? (problemOf(first) ?? 'control') : null
}

async function findTitles(db: Transaction): Promise<NamesList['titles']> {
  const suspects = readInChunks(BATCH, (last?: TitleEntry) =>
    db
      .select(entry)
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(isPublic, last && gt(projects.id, last.id), isSuspect(projects.title)))
      .orderBy(asc(projects.id))
      .limit(BATCH),
  )
  const found: NamesList['titles'] = []
  for await (const row of suspects) {
    const problem = problemIn(row.title)
    if (problem) found.push({ ...row, problem })
    if (found.length === LISTED_MAX) break
  }
  return found
}

async function findAuthors(db: Transaction): Promise<NamesList['authors']> {
  const { uid, name, displayName } = authors
  const isEitherSuspect = or(isSuspect(name), isSuspect(sql`coalesce(${displayName}, '')`))
  const suspects = readInChunks(BATCH, (last?: { uid: string }) =>
    db
      .select({ uid, ...authorEntry })
      .from(authors)
      .where(and(hasProjects(db), last && gt(uid, last.uid), isEitherSuspect))
      .orderBy(asc(uid))
      .limit(BATCH),
  )
  const found: NamesList['authors'] = []
  for await (const { uid: _, ...row } of suspects) {
    const problem = problemIn(row.name) ?? problemIn(row.display_name ?? '')
    if (problem) found.push({ ...row, problem })
    if (found.length === LISTED_MAX) break
  }
  return found
}

async function findSameTitles(db: Transaction): Promise<TitleEntry[][]> {
  const keys = sql<string>`unnest(${projects.titleSkeletons})`
  const shared = await db
    .select({ key: keys })
    .from(projects)
    .where(isListed)
    .groupBy(keys)
    .having(sql`min(${projects.authorUid}) <> max(${projects.authorUid})`)
    .orderBy(desc(sql`max(${projects.createdAt})`), keys)
    .limit(LISTED_MAX)
  const groups: TitleEntry[][] = []
  for (const { key } of shared) {
    groups.push(
      await db
        .select(entry)
        .from(projects)
        .innerJoin(authors, eq(authors.uid, projects.authorUid))
        .where(and(arrayOverlaps(projects.titleSkeletons, [key]), isListed))
        .orderBy(asc(projects.createdAt), asc(projects.id))
        .limit(GROUP_MAX),
    )
  }
  return distinct(groups, ({ id }) => id)
}

async function findSameAuthors(db: Transaction): Promise<AuthorEntry[][]> {
  const keys = sql<string>`unnest(${authors.nameSkeletons})`
  const shared = await db
    .select({ key: keys })
    .from(authors)
    .where(hasProjects(db))
    .groupBy(keys)
    .having(sql`count(*) > 1`)
    .orderBy(keys)
    .limit(LISTED_MAX)
  const groups: AuthorEntry[][] = []
  for (const { key } of shared) {
    groups.push(
      await db
        .select(authorEntry)
        .from(authors)
        .where(and(arrayOverlaps(authors.nameSkeletons, [key]), hasProjects(db)))
        .orderBy(asc(authors.uid))
        .limit(GROUP_MAX),
    )
  }
  return distinct(groups, ({ name }) => name)
}

const hasProjects = (db: Transaction): SQL =>
  exists(
    db
      .select({ id: projects.id })
      .from(projects)
      .where(and(eq(projects.authorUid, authors.uid), isListed)),
  )

/** Two names may have two keys in common: their group is listed once. */
function distinct<T>(groups: T[][], idOf: (one: T) => string): T[][] {
  const byIds = new Map(groups.map((group) => [group.map(idOf).join(' '), group]))
  return [...byIds.values()]
}
