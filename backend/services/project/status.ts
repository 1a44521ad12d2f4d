import { and, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import type {
  ChangeStatusRequest,
  ProjectStatus,
  unlistedProjectsSchema,
} from '#lib/contract/status.ts'
import { UNLISTED_MAX } from '#lib/contract/visibility.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { projects } from '#backend/db/tables.ts'
import { isPublic } from '#backend/db/visible.ts'
import { DomainError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { type Actor, recordInLog } from '#backend/services/project-log/log.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import { discardableUntil } from './discard-version.ts'
import { lockOwnProject, type LockedProject } from './lock.ts'
import { getOwnProject, readProject } from './select.ts'
import { discardedOf } from './tombstones.ts'
import { versionsOf } from './version.ts'

/** The columns of a project that is listed and not deprecated. */
export const LISTED = {
  visibility: 'listed',
  deprecatedAt: null,
  deprecationReason: null,
  successorId: null,
} as const satisfies Partial<typeof projects.$inferInsert>

/**
 * Changes where a project is shown, and whether it is deprecated; absent fields stay.
 * @throws NotFoundError also for another account's project; DomainError (`hidden`; `stale`; `successor_unknown`, also for the project itself).
 */
export async function changeStatus(
  tx: Transaction,
  { now, token, ...own }: LockedProject & Actor,
  { visibility, deprecation }: ChangeStatusRequest,
): Promise<Project> {
  const before = await lockOwnProject(tx, own)
  const { id } = before
  if (deprecation?.successor_id) await checkSuccessor(tx, id, deprecation.successor_id)
  const { visibility: _, ...CONTINUED } = LISTED
  const deprecated = deprecation && {
    deprecatedAt: before.deprecatedAt ?? now,
    deprecationReason: deprecation.reason ?? '',
    successorId: deprecation.successor_id ?? null,
  }
  await tx
    .update(projects)
    .set({
      ...(visibility && { visibility }),
      ...(deprecation === null ? CONTINUED : deprecated),
      revision: sql`${projects.revision} + 1`,
    })
    .where(eq(projects.id, id))
  await recordInLog(tx, { uid: own.uid, now, token }, { projectId: id, event: 'status' })
  await indexProject(tx, id)
  const project = await readProject(tx, id)
  // Lists gain or lose it.
  const titles = visibility === undefined ? [] : [before.titleSkeletons]
  const author = project.author.name
  await recordChanges(tx, [project], { author, now, effect: 'removal', titles })
  return project
}

async function checkSuccessor(tx: Transaction, id: string, successorId: string): Promise<void> {
  const isFound = and(eq(projects.id, successorId), isPublic)
  if (successorId !== id && (await tx.$count(projects, isFound)) > 0) return
  throw new DomainError('successor_unknown', 'There is no such other project.', {
    fields: ['successor_id'],
  })
}

/**
 * What only the author of a project sees of it.
 * @throws NotFoundError also for another account's project; DomainError (`hidden`).
 */
export async function readStatus(
  db: Database,
  { uid, kind, id, now }: { uid: string; kind: Kind; id: string; now: Date },
): Promise<ProjectStatus> {
  const { visibility = 'listed', deprecation } = await getOwnProject(db, { uid, kind, id })
  const [all, discarded] = await Promise.all([versionsOf(db, id), discardedOf(db, id)])
  return {
    visibility,
    deprecation,
    scheduled: all
      .flatMap(({ version, publishAt, heldFor, channel, notes }) =>
        publishAt && heldFor === null
          ? [{ version, publish_at: publishAt.toISOString(), channel, notes }]
          : [],
      )
      .toSorted((a, b) => Date.parse(a.publish_at) - Date.parse(b.publish_at)),
    held: all.flatMap(({ version, heldFor }) => (heldFor === null ? [] : [version])),
    discardable: all.flatMap((entry) => {
      const until = discardableUntil(entry, now)
      return until ? [{ version: entry.version, until: until.toISOString() }] : []
    }),
    discarded: discarded.map(({ version, discardedAt, reason, hashes }) => ({
      version,
      discarded_at: discardedAt.toISOString(),
      reason,
      hashes,
    })),
  }
}

/** Own projects that are in no list, newest change first. */
export async function listUnlisted(
  db: Database,
  uid: string,
): Promise<z.infer<typeof unlistedProjectsSchema>> {
  const { id, kind, title, language, updatedAt, visibility } = projects
  const rows = await db
    .select({ id, kind, title, language, updatedAt, visibility })
    .from(projects)
    .where(and(eq(projects.authorUid, uid), isPublic, sql`${visibility} <> 'listed'`))
    .orderBy(desc(updatedAt), id)
    .limit(UNLISTED_MAX)
  return {
    items: rows.map(({ updatedAt: at, ...row }) => ({ ...row, updated_at: at.toISOString() })),
  }
}
