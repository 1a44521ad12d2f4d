import { and, arrayOverlaps, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type CheckedTitle, NAMESAKES_MAX, type Namesake } from '#lib/contract/publish.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { titleKey } from '#backend/text/title-key.ts'
import { isVerifiedAuthor } from './verified.ts'

type FoundNamesake = Namesake & { isVerified: boolean }
type OwnTitle = { uid: string; title: string }

/** Projects of a title that are compared: the oldest ones, since what is imitated was there before. */
const COMPARED_MAX = 1000
/** Projects of a title of which a page names the oldest. */
const NAMED_MAX = 100

/**
 * Listed projects of other authors with a title that looks the same: those of verified authors first, then the oldest. One query by index.
 */
async function findNamesakes(
  db: Database | Transaction,
  { uid, title }: OwnTitle,
): Promise<FoundNamesake[]> {
  const keys = skeletonKeys(title)
  if (keys.length === 0) return []
  const { id, kind, language, authorUid, createdAt } = projects
  const oldest = db
    .select({ id, kind, title: projects.title, language, authorUid, createdAt })
    .from(projects)
    .where(and(arrayOverlaps(projects.titleSkeletons, keys), ne(authorUid, uid), isListed))
    .orderBy(asc(createdAt), asc(id))
    .limit(COMPARED_MAX)
    .as('oldest')
  const isVerified = isVerifiedAuthor(authors.uid)
  const { displayName: display_name } = authors
  return db
    .select({
      id: oldest.id,
      kind: oldest.kind,
      title: oldest.title,
      language: oldest.language,
      author: { uid: authors.uid, name: authors.name, display_name },
      isVerified,
    })
    .from(oldest)
    .innerJoin(authors, eq(authors.uid, oldest.authorUid))
    .orderBy(desc(isVerified), asc(oldest.createdAt), asc(oldest.id))
    .limit(NAMESAKES_MAX)
}

/** What others have published under a title, before or after it is published. */
export async function checkTitle(db: Database, own: OwnTitle): Promise<CheckedTitle> {
  const found = await findNamesakes(db, own)
  return {
    items: found.map(({ id, kind, title, language, author }) => {
      return { id, kind, title, language, author }
    }),
    is_refused: found.some((namesake) => isImitated(own.title, namesake)),
  }
}

/** @throws DomainError (`imitates`) for the title of a project by a verified author. */
export async function refuseImitation(tx: Transaction, own: OwnTitle): Promise<void> {
  const found = await findNamesakes(tx, own)
  if (found.some((namesake) => isImitated(own.title, namesake))) throw imitates('title')
}

/**
 * Whether a title only looks like that of a verified author. The same words written in the same way are not theirs alone: forks have them, and
 * a common word belongs to no author. Both pages name the other project then.
 */
const isImitated = (own: string, { title, isVerified }: FoundNamesake): boolean =>
  isVerified && titleKey(own) !== titleKey(title)

export const imitates = (field: string) =>
  new DomainError('imitates', `${field}: looks like the name of a verified author.`, {
    fields: [field],
  })

const others = alias(projects, 'namesakes')
/**
 * The oldest title of another author that looks the same as that of a row of `projects`, of the first ones that are found; `NULL` without
 * any. For single projects: of a list it would cost more than everything else.
 */
export const sameTitle: SQL<string | null> = sql<string | null>`(
  SELECT title FROM (
    SELECT ${others.title}, ${others.createdAt}, ${others.id} FROM ${projects} ${sql.identifier('namesakes')}
    WHERE ${others.titleSkeletons} && ${projects.titleSkeletons} AND ${others.authorUid} <> ${projects.authorUid}
      AND ${others.hiddenAt} IS NULL AND ${others.visibility} = 'listed'
    LIMIT ${sql.raw(String(NAMED_MAX))}) AS found
  ORDER BY created_at, id LIMIT 1)`
