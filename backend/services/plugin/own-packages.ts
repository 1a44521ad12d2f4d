import type { Project } from '#lib/contract/project.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { lockOwnProject, type LockedProject } from '#backend/services/project/lock.ts'
import { packageUnproved } from '#backend/services/project/packages.ts'
import { updateProject } from '#backend/services/project/update.ts'
import { createGitHubClient, type GitHub } from './github.ts'
import { type Evidence, settleProof } from './ownership.ts'
import { findRepository } from './repository.ts'
import { checkSame } from './repository-status.ts'
import { readKeystripFile, readRoot } from './sources.ts'

/**
 * Reads what proves ownership of a repository, and nothing else of it: three requests.
 * @throws DomainError as `findRepository`; `empty_repository`.
 */
export async function readEvidence(github: GitHub, address: string, now: Date): Promise<Evidence> {
  const client = createGitHubClient(github, now)
  const repository = await findRepository(client, address, undefined)
  const root = await readRoot(client, repository)
  return { repository, keystrip: await readKeystripFile(client, repository, root) }
}

/**
 * Adds packages to a plugin of an account that has proved to own its repository; version and release are those of the packages and of the
 * last check.
 * @throws DomainError `package_unproved`, `repository_replaced`, `repository_transferred`; as `updateProject`.
 */
export async function addOwnPackages(
  tx: Transaction,
  who: Parameters<typeof updateProject>[1] & Pick<LockedProject, 'expectedRevision'>,
  input: Parameters<typeof updateProject>[2],
  evidence: Evidence,
): Promise<{ project: Project; keys: string[] }> {
  const before = await lockOwnProject(tx, { ...who, id: input.id })
  checkSame(before, evidence.repository)
  const proved = await settleProof(tx, evidence, who)
  if (proved.ownerProof === null) throw packageUnproved()
  return updateProject(tx, who, { ...input, ...proved, packageBasis: 'owner' })
}
