import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isVersion, lockWithAuthor } from '#backend/db/find-project.ts'
import { isHeld, isHidden, isPublic } from '#backend/db/visible.ts'
import { type audit, files, hiddenDeletions, projects, versions } from '#backend/db/tables.ts'
import type { AuditEntry, OperatorAction, operatorRequestSchema } from '#lib/contract/operator.ts'
import type { RoleHolder } from '#backend/caller.ts'
import { NotFoundError } from '#backend/errors.ts'
import { recordAction } from '#backend/services/audit/record.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { discardWaiting } from '#backend/services/project/change-version.ts'
import { hideScheduledFiles, settleCurrent } from '#backend/services/project/current-version.ts'
import { deleteProjects, fileIdsOf } from '#backend/services/project/delete.ts'
import { titleOf } from '#backend/services/project/hold.ts'
import { resumePictures } from '#backend/services/project/readme.ts'
import { goLive } from '#backend/services/project/schedule.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Request = Omit<z.infer<typeof operatorRequestSchema>, 'by'> & {
  /** Id of the action on many projects that it is a part of. */
  bulk?: string
  /** Whether it applies to hidden projects alone: a moderator deletes no public one. */
  onlyHidden?: boolean
}
type Decided = AuditEntry & { action: OperatorAction }
type Row = typeof projects.$inferSelect

/** The projects that an action applies to. */
export const APPLIES = {
  hide: isPublic,
  restore: isHidden,
  delete: undefined,
  release: isHeld,
  refuse: isHeld,
} as const satisfies Record<OperatorAction, SQL | undefined>

/**
 * Hides, restores or deletes a project, releases or refuses one that is held or a held version of it, and records the reason, in one
 * transaction. A hidden project is in no list, search or page; its files are not served, and its author cannot change it. A refused
 * one stays hidden; a refused version is deleted.
 * @throws NotFoundError if the project does not exist, or the action does not apply to it.
 */
export async function moderate(
  { db, storage }: { db: Database; storage: Storage },
  actor: RoleHolder,
  request: Request,
  now: Date,
): Promise<Decided> {
  const { entry, keys } = await db.transaction((tx) => moderateIn(tx, actor, request, now))
  for (const key of keys) await storage.remove(key)
  return entry
}

/** The same within a transaction. @returns also the storage keys to remove once it is committed. @throws as `moderate`. */
export async function moderateIn(
  tx: Transaction,
  actor: RoleHolder,
  { action, kind, id, version, reason, bulk, onlyHidden = false }: Request,
  now: Date,
): Promise<{ entry: Decided; keys: string[] }> {
  const isWanted = and(eq(projects.id, id), eq(projects.kind, kind))
  const applies = onlyHidden ? isHidden : APPLIES[action]
  const row = await lockWithAuthor(tx, and(isWanted, version === undefined ? applies : undefined))
  if (!row) return deleteKept(tx, actor, { action, kind, id, reason }, now)
  const { project, author } = row
  const details = { action, kind, title: titleOf(project.title, version), author, reason }
  const after = bulk === undefined ? null : { bulk }
  await recordAction(tx, actor, { ...details, projectId: id, after }, now)
  const keys =
    version === undefined
      ? await moderateProject(tx, action, project, now)
      : await moderateVersion(tx, action, { projectId: id, version }, now)
  const titles = version === undefined ? [project.titleSkeletons] : []
  await recordChanges(tx, [project], { author, now, isNew: action === 'release', titles })
  return { entry: { ...details, id, by: actor.name, at: now.toISOString() }, keys }
}

/** @returns the storage keys to remove once the transaction is committed. */
async function moderateProject(
  tx: Transaction,
  action: OperatorAction,
  project: Row,
  now: Date,
): Promise<string[]> {
  switch (action) {
    case 'delete':
      return deleteProjects(tx, [project])
    case 'hide':
      await hide(tx, project, now)
      return []
    case 'refuse':
      await tx.update(projects).set({ heldFor: null }).where(eq(projects.id, project.id))
      return []
    case 'restore':
      await restore(tx, project)
      return []
    case 'release':
      // It was never seen: it is new now.
      await tx
        .update(projects)
        .set({ createdAt: now, updatedAt: now })
        .where(eq(projects.id, project.id))
      await restore(tx, project)
      return []
  }
}

/** @returns the storage keys to remove once the transaction is committed. @throws NotFoundError if the version is not held. */
async function moderateVersion(
  tx: Transaction,
  action: OperatorAction,
  place: { projectId: string; version: string },
  now: Date,
): Promise<string[]> {
  const isWaiting = and(isVersion(place), isNotNull(versions.heldFor))
  if (action !== 'release' && action !== 'refuse') throw new NotFoundError()
  if ((await tx.$count(versions, isWaiting)) === 0) throw new NotFoundError()
  if (action === 'refuse') return discardWaiting(tx, place)
  await goLive(tx, place, now)
  await settleCurrent(tx, place.projectId)
  await indexProject(tx, place.projectId)
  return []
}

/** Deletes what is kept of a hidden project that its author has deleted. @throws NotFoundError without any. */
async function deleteKept(
  tx: Transaction,
  actor: RoleHolder,
  { action, kind, id, reason }: Pick<Request, 'action' | 'kind' | 'id' | 'reason'>,
  now: Date,
): Promise<{ entry: Decided; keys: string[] }> {
  if (action !== 'delete') throw new NotFoundError()
  const isWanted = and(eq(hiddenDeletions.id, id), eq(hiddenDeletions.kind, kind))
  const [row] = await tx.delete(hiddenDeletions).where(isWanted).returning()
  if (!row) throw new NotFoundError()
  const details = { action, kind, title: row.title, author: '', reason }
  await recordAction(tx, actor, { ...details, projectId: id }, now)
  const keys = await deleteFiles(tx, row.fileIds)
  return { entry: { ...details, id, by: actor.name, at: now.toISOString() }, keys }
}

async function hide(tx: Transaction, project: Row, now: Date) {
  await tx.update(projects).set({ hiddenAt: now }).where(eq(projects.id, project.id))
  await indexProject(tx, project.id)
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'hidden' }).where(inArray(files.id, ids))
}

async function restore(tx: Transaction, project: Row) {
  const shown = { hiddenAt: null, heldFor: null }
  await tx.update(projects).set(shown).where(eq(projects.id, project.id))
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'stored' }).where(inArray(files.id, ids))
  await hideScheduledFiles(tx, project.id)
  await resumePictures(tx, project)
  await indexProject(tx, project.id)
}

/** An audit entry of a project. */
export function toEntry(
  { at, action, title, author, reason, by }: typeof audit.$inferSelect,
  { kind, id }: Pick<AuditEntry, 'kind' | 'id'>,
): AuditEntry {
  return { at: at.toISOString(), action, kind, id, title, author, reason, by }
}
