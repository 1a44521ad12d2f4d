import { eq } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { isOwnProject } from '#backend/db/find-project.ts'
import { projects } from '#backend/db/tables.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'

/** A project that the account `uid` wants to write. */
export type LockedProject = {
  uid: string
  kind: Kind
  id: string
  /** The revision that the write is based on; `undefined` skips the check. */
  expectedRevision?: number | undefined
}

/**
 * Reads a project of the account and locks its row until the transaction ends.
 * @throws NotFoundError also for another account's project; DomainError (`hidden`, `stale`).
 */
export async function lockOwnProject(
  tx: Transaction,
  { uid, kind, id, expectedRevision }: LockedProject,
) {
  const isOwn = isOwnProject({ uid, kind, id })
  const [row] = await tx.select().from(projects).where(isOwn).for('update')
  if (!row) throw new NotFoundError()
  checkVisible(row)
  checkRevision(row, expectedRevision)
  return row
}

/** The same for what the site itself writes. @throws NotFoundError */
export async function lockProject(tx: Transaction, id: string) {
  const [row] = await tx.select().from(projects).where(eq(projects.id, id)).for('update')
  if (!row) throw new NotFoundError()
  return row
}

/** @throws DomainError (`hidden`): the same answer to every write of the author but the deletion. */
export function checkVisible({ hiddenAt }: { hiddenAt: Date | null }): void {
  if (hiddenAt === null) return
  const message = 'The project is hidden. Its author can read, answer, export and delete it.'
  throw new DomainError('hidden', message)
}

/** @throws DomainError (`stale`) for a project that has changed since revision `expectedRevision`. */
export function checkRevision(
  { revision }: { revision: number },
  expectedRevision: number | undefined,
): void {
  if (expectedRevision === undefined || expectedRevision === revision) return
  throw new DomainError('stale', 'The project has been changed since.')
}
