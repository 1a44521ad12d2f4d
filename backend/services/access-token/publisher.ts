import { and, eq, isNull } from 'drizzle-orm'
import type { Publisher } from '#lib/contract/publisher.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accessTokens, trustedPublishers } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'

type First = { uid: string; publisherId: string; projectId: string }

/**
 * Makes a pending publisher one of the project that it has just published. Of two publications at once the second
 * waits for the first and is refused.
 * @throws DomainError `token_project` if it has published a project already.
 */
export async function settlePublisher(
  tx: Transaction,
  { uid, publisherId, projectId }: First,
): Promise<void> {
  const isPending = and(
    eq(trustedPublishers.id, publisherId),
    eq(trustedPublishers.uid, uid),
    isNull(trustedPublishers.projectId),
  )
  const { rowCount } = await tx.update(trustedPublishers).set({ projectId }).where(isPending)
  if (rowCount === 0) {
    throw new DomainError('token_project', 'The publisher has published its project already.')
  }
  await tx.update(accessTokens).set({ projectId }).where(eq(accessTokens.publisherId, publisherId))
}

type Exported = Pick<Publisher, 'issuer' | 'repository' | 'workflow' | 'created_at'> & {
  project_id: string | null
}

/** The publishers of an account, for its export. */
export async function exportPublishers(db: Database, uid: string): Promise<Exported[]> {
  const rows = await db.select().from(trustedPublishers).where(eq(trustedPublishers.uid, uid))
  return rows.map(({ issuer, repository, workflow, createdAt, projectId }) => ({
    project_id: projectId,
    issuer,
    repository,
    workflow,
    created_at: createdAt.toISOString(),
  }))
}
