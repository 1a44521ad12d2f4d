import type { Database } from '#backend/db/connect.ts'
import type { projects } from '#backend/db/tables.ts'
import { isProvedRow } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import { createGitHubClient, type GitHub } from '#backend/services/plugin/github.ts'
import { readEvidence } from '#backend/services/plugin/own-packages.ts'
import { findRepository } from '#backend/services/plugin/repository.ts'
import { checkSame, restoreRepository } from '#backend/services/plugin/repository-status.ts'
import { readRelease } from '#backend/services/plugin/releases.ts'
import type { DeliveryRow } from './deliveries.ts'
import { renewRelease } from './renew.ts'

type ProjectRow = typeof projects.$inferSelect

/** Start of the id of a daily look whose author wants no releases by it. */
export const COMPARISON = 'compare:'

/** Whether a daily look compares the repository only: of a plugin whose author wants nothing published, or is not proved to own it. */
export const isComparison = (
  { origin, deliveryId }: Pick<DeliveryRow, 'origin' | 'deliveryId'>,
  project: ProjectRow,
): boolean =>
  origin === 'daily' &&
  (deliveryId.startsWith(COMPARISON) || !isProvedRow(project) || project.visibility === 'archived')

/** There is no repository to compare: what is missing links nowhere. */
const MISSING: readonly string[] = ['no_repository', 'private_repository', 'blocked_repository']

/**
 * Compares the numbers of a plugin's repository with the recorded ones, ends a status of it that is over, and judges the files of the
 * release that is shown again.
 * @throws DomainError `repository_replaced`, `repository_transferred`; as `fetchGitHub`.
 */
export async function compareRepository(
  { db, github }: { db: Database; github: GitHub },
  project: ProjectRow,
  now: Date,
): Promise<void> {
  const address = project.repositoryUrl ?? ''
  try {
    if (project.repositoryStatus === null) {
      const client = createGitHubClient(github, now)
      const repository = await findRepository(client, address, undefined)
      checkSame(project, repository)
      const tag = project.release?.tag
      if (tag === undefined) return
      await renewRelease(db, project, await readRelease(client, repository, tag), now)
      return
    }
    const evidence = await readEvidence(github, address, now)
    checkSame(project, evidence.repository)
    await db.transaction((tx) => restoreRepository(tx, project, evidence, now))
  } catch (error) {
    if (!(error instanceof DomainError) || !MISSING.includes(error.code)) throw error
  }
}
