import { and, eq, type SQL } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from './connect.ts'
import { authors, projects, versions } from './schema.ts'

type Own = { uid: string; kind: Kind; id: string }

/** The project `id`, if it belongs to the account `uid`. */
export const isOwnProject = ({ uid, kind, id }: Own) =>
  and(eq(projects.id, id), eq(projects.kind, kind), eq(projects.authorUid, uid))

/** One version of a project. */
export const isVersion = ({ projectId, version }: { projectId: string; version: string }) =>
  and(eq(versions.projectId, projectId), eq(versions.version, version))

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
