import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Project } from '#lib/contract/project.ts'
import type { yankRequestSchema } from '#lib/contract/publish.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projects, versions } from '#backend/db/schema.ts'
import { HttpError, NotFound } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { indexProject } from '#backend/services/search/index-project.ts'
import { lockOwn, type Own } from './own.ts'
import { shown } from './publish.ts'
import { versionParts, versionsOf } from './version.ts'

type Wish = z.infer<typeof yankRequestSchema> & { version: string }
type Version = typeof versions.$inferSelect

/**
 * Withdraws a version of one's own project, or offers it again. The newest version that is not
 * withdrawn is the present one: page, lists, search and installation show it. The file of a withdrawn
 * one is kept under its address. Doing it twice does it once.
 * @throws NotFound also for somebody else's; HttpError 409 (`stale`, `last_version`).
 */
export async function yankVersion(
  tx: Transaction,
  { now, ...own }: Own & { now: Date },
  { version, yanked, reason = '' }: Wish,
): Promise<Project> {
  const project = await lockOwn(tx, own)
  const all = await versionsOf(tx, own.id)
  const wanted = all.find((one) => one.version === version)
  if (!wanted) throw new NotFound()
  const present = all.find((one) => (one === wanted ? !yanked : one.yankedAt === null))
  if (!present) {
    throw new HttpError(409, 'The last version cannot be withdrawn.', 'last_version')
  }
  const since = wanted.yankedAt ?? now
  await tx
    .update(versions)
    .set(yanked ? { yankedAt: since, yankReason: reason } : { yankedAt: null, yankReason: null })
    .where(and(eq(versions.projectId, own.id), eq(versions.version, version)))
  if (present.version !== project.version) await makePresent(tx, project, present)
  const after = await shown(tx, own.id)
  await noteChanges(tx, [after], { author: after.author.name, now })
  return after
}

/**
 * What a version said of itself is what its project says again. Of versions from before that was kept
 * only the file is known; the release of a plugin is not, so that none is offered.
 */
async function makePresent(
  tx: Transaction,
  project: typeof projects.$inferSelect,
  { version, fileId, facts }: Version,
): Promise<void> {
  const minimum = facts?.minimum_version
  await tx
    .update(projects)
    .set({
      version,
      fileId,
      release: facts?.release ?? null,
      revision: sql`${projects.revision} + 1`,
      ...(minimum !== undefined && {
        minimumVersion: minimum,
        minimumVersionParts: versionParts(minimum),
      }),
      ...(facts?.operating_systems && { operatingSystems: facts.operating_systems }),
      ...(facts?.license !== undefined && { license: facts.license }),
    })
    .where(eq(projects.id, project.id))
  await indexProject(tx, project.id)
}
