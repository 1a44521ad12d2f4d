import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import type { yankRequestSchema } from '#lib/contract/publish.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projects, versions } from '#backend/db/schema.ts'
import { DomainError, NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/record.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/record.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { projectColumns } from './columns.ts'
import { lockOwnProject, type OwnProject } from './lock.ts'
import { readProject } from './select.ts'
import { versionsOf } from './version.ts'

type YankInput = z.infer<typeof yankRequestSchema> & { version: string }
type VersionRow = typeof versions.$inferSelect

/**
 * Yanks a version of an account's project, or restores it. The highest version that is not yanked is
 * the current one, which pages, lists, search and installation use. The file of a yanked version stays
 * available at its URL. Idempotent.
 * @throws NotFoundError also for another account's project; DomainError (`stale`, `last_version`).
 */
export async function yankVersion(
  tx: Transaction,
  { now, token, ...own }: OwnProject & Actor,
  { version, yanked, reason = '' }: YankInput,
): Promise<Project> {
  const project = await lockOwnProject(tx, own)
  const all = await versionsOf(tx, own.id)
  const target = all.find((row) => row.version === version)
  if (!target) throw new NotFoundError()
  const current = all.find((row) => (row === target ? !yanked : row.yankedAt === null))
  if (!current) {
    throw new DomainError('last_version', 'The last version cannot be withdrawn.')
  }
  const yankedAt = target.yankedAt ?? now
  await tx
    .update(versions)
    .set(yanked ? { yankedAt, yankReason: reason } : { yankedAt: null, yankReason: null })
    .where(and(eq(versions.projectId, own.id), eq(versions.version, version)))
  if (current.version !== project.version) await makeCurrent(tx, project, current)
  if (yanked !== (target.yankedAt !== null)) {
    const event = yanked ? 'withdrawn' : 'restored'
    await recordInLog(tx, { uid: own.uid, now, token }, { projectId: own.id, event, version })
  }
  const after = await readProject(tx, own.id)
  await recordChanges(tx, [after], { author: after.author.name, now })
  return after
}

/**
 * Restores the version facts to the project. Rows written before facts were stored have only a file;
 * their plugin release is unknown, so none is offered.
 */
async function makeCurrent(
  tx: Transaction,
  project: typeof projects.$inferSelect,
  { version, fileId, facts }: VersionRow,
): Promise<void> {
  await tx
    .update(projects)
    .set({
      ...projectColumns({
        ...facts,
        version,
        release: facts?.release ?? null,
        manifest: facts?.manifest ?? null,
      }),
      fileId,
      revision: sql`${projects.revision} + 1`,
    })
    .where(eq(projects.id, project.id))
  await indexProject(tx, project.id)
}
