import { and, arrayOverlaps, asc, desc, eq, exists, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { isListed } from '#backend/db/visible.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'
import { isVerifiedAuthor } from './verified.ts'

/** What `authors.name_skeletons` holds: the keys of both names. */
export const authorKeys = (name: string, displayName: string | null): string[] => [
  ...new Set([name, displayName ?? ''].flatMap(skeletonKeys)),
]

/** Authors with the name that are compared. */
const COMPARED_MAX = 1000

/**
 * An author with projects who has a name that looks like one of these, a verified one first; by both names of both.
 * @param uid the author who has the names, or is to have them; none for a new account.
 */
export async function findSameAuthor(
  db: Database | Transaction,
  { uid, keys }: { uid?: string; keys: string[] },
): Promise<{ name: string; displayName: string | null; isVerified: boolean } | null> {
  if (keys.length === 0) return null
  const own = db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.authorUid, authors.uid), isListed))
  const same = db
    .select({ uid: authors.uid, name: authors.name, displayName: authors.displayName })
    .from(authors)
    .where(
      and(
        arrayOverlaps(authors.nameSkeletons, keys),
        uid === undefined ? undefined : ne(authors.uid, uid),
        exists(own),
      ),
    )
    .limit(COMPARED_MAX)
    .as('same')
  const isVerified = isVerifiedAuthor(same.uid)
  const [found = null] = await db
    .select({ name: same.name, displayName: same.displayName, isVerified })
    .from(same)
    .orderBy(desc(isVerified), asc(same.uid))
    .limit(1)
  return found
}
