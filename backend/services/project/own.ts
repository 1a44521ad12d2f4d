import { and, eq, isNull } from 'drizzle-orm'
import type { Kind } from '#lib/contract/kind.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/schema.ts'
import { HttpError, NotFound } from '#backend/http/errors.ts'

export type Own = {
  uid: string
  kind: Kind
  id: string
  /** The revision that a write started from; without it any will do. */
  match?: number | undefined
}

/**
 * One's own project, locked until the transaction ends: whoever changes it too waits.
 * @throws NotFound also for somebody else's and for what is hidden; HttpError 409 (`stale`).
 */
export async function lockOwn(tx: Transaction, { uid, kind, id, match }: Own) {
  const isOwn = and(eq(projects.id, id), eq(projects.kind, kind), eq(projects.authorUid, uid))
  const [row] = await tx
    .select()
    .from(projects)
    .where(and(isOwn, isNull(projects.hiddenAt)))
    .for('update')
  if (!row) throw new NotFound()
  checkRevision(row, match)
  return row
}

/** @throws HttpError 409 (`stale`) where a project is not what a write started from. */
export function checkRevision({ revision }: { revision: number }, match: number | undefined): void {
  if (match === undefined || match === revision) return
  throw new HttpError(409, 'The project has been changed since.', 'stale')
}
