import { eq } from 'drizzle-orm'
import type { Transaction } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import type { CheckedPlugin } from './check.ts'
import { getOwnerProof } from './ownership.ts'
import { pluginTaken } from './published.ts'
import { recordTakeover, type TakeoverReport } from './takeover.ts'

type Row = typeof projects.$inferSelect
export type Claimant = { uid: string; now: Date; isOwner: boolean; plugin: CheckedPlugin }

/** Whether a publication of another account gives way to the verified owner of its repository: its author has no proof. */
export async function givesWay(
  tx: Transaction,
  { authorUid }: Row,
  { uid, now, isOwner, plugin }: Claimant,
): Promise<boolean> {
  if (authorUid === uid || !isOwner) return false
  return (await getOwnerProof(tx, plugin, { uid: authorUid, now })) === null
}

/** The columns of a publication whose number another one has: what is compared of a hidden one stays (services/project/hold.ts). */
export const displacedColumns = (repositoryId: number | null) => ({
  repositoryId: null,
  claimedRepositoryId: repositoryId,
  ownerProof: null,
})

/**
 * Takes the repository from another publication of a plugin that the verified owner published before repositories had numbers here.
 * @returns the message to the operator; the caller passes the publication to `recordDisplaced` at the end of the transaction.
 * @throws DomainError `plugin_taken`.
 */
export async function displace(
  tx: Transaction,
  same: Row,
  claimant: Claimant,
): Promise<TakeoverReport> {
  if (!(await givesWay(tx, same, claimant))) throw pluginTaken(same)
  await tx.update(projects).set(displacedColumns(same.repositoryId)).where(eq(projects.id, same.id))
  const what = 'It stays where it is, without the number of the repository.'
  return recordTakeover(tx, same, { ...claimant, what })
}

/** Pages show that the author of a displaced publication is not verified, and no packages of the repository. */
export async function recordDisplaced(tx: Transaction, same: Row, now: Date): Promise<void> {
  const [author] = await tx.select().from(authors).where(eq(authors.uid, same.authorUid))
  await recordChanges(tx, [same], { author: author?.name ?? '', now })
}
