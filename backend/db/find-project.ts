import { and, eq, type SQL } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from './connect.ts'
import { authors, discardedVersions, pluginPackages, projects, versions } from './tables.ts'

type Own = { uid: string; kind: Kind; id: string }

/** The project `id`, if it belongs to the account `uid`. */
export const isOwnProject = ({ uid, kind, id }: Own) =>
  and(eq(projects.id, id), eq(projects.kind, kind), eq(projects.authorUid, uid))

type OfVersions = typeof versions | typeof pluginPackages | typeof discardedVersions

/** One version of a project, or what another table has of it. */
export const isVersion = (
  { projectId, version }: { projectId: string; version: string },
  table: OfVersions = versions,
) => and(eq(table.projectId, projectId), eq(table.version, version))

/** Reads a project with the name of its author, and locks its row until the transaction ends. */
export async function lockWithAuthor(tx: Transaction, condition: SQL | undefined) {
  const [row] = await tx
    .select({ project: projects, author: authors.name })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(condition)
    .for('update', { of: projects })
  return row
}

/** Serialises the requests of an account, so that counts are exact. `NO KEY UPDATE`: inserts that reference it are not blocked. */
export async function lockAuthor(tx: Transaction, uid: string): Promise<void> {
  const isAuthor = eq(authors.uid, uid)
  await tx.select({ uid: authors.uid }).from(authors).where(isAuthor).for('no key update')
}
