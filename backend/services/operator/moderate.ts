import { and, desc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { isVersion, lockWithAuthor } from '#backend/db/find-project.ts'
import { audit, files, hiddenDeletions, projects, versions } from '#backend/db/tables.ts'
import type { AuditEntry, OperatorAction, operatorRequestSchema } from '#lib/contract/operator.ts'
import { NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { discardWaiting } from '#backend/services/project/change-version.ts'
import { hideScheduledFiles, settleCurrent } from '#backend/services/project/current-version.ts'
import { deleteProjects, fileIdsOf } from '#backend/services/project/delete.ts'
import { titleOf } from '#backend/services/project/hold.ts'
import { goLive } from '#backend/services/project/schedule.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Request = z.infer<typeof operatorRequestSchema>
type Decided = AuditEntry & { action: OperatorAction }
type Row = typeof projects.$inferSelect
/** Maximum number of audit entries returned. */
const AUDIT_MAX = 200

const { hiddenAt, heldFor } = projects
/** The projects that an action applies to. */
const APPLIES: Record<OperatorAction, SQL | undefined> = {
  hide: isNull(hiddenAt),
  restore: and(isNotNull(hiddenAt), isNull(heldFor)),
  delete: undefined,
  release: isNotNull(heldFor),
  refuse: isNotNull(heldFor),
}

/**
 * Hides, restores or deletes a project, releases or refuses one that is held or a held version of it, and records the reason, in one
 * transaction. A hidden project is in no list, search or page; its files are not served, and its author cannot change it. A refused
 * one stays hidden; a refused version is deleted.
 * @throws NotFoundError if the project does not exist, or the action does not apply to it.
 */
export async function moderate(
  { db, storage }: { db: Database; storage: Storage },
  { action, kind, id, version, reason, by }: Request,
  now: Date,
): Promise<Decided> {
  const { entry, keys } = await db.transaction(async (tx) => {
    const isWanted = and(eq(projects.id, id), eq(projects.kind, kind))
    const row = await lockWithAuthor(
      tx,
      and(isWanted, version === undefined ? APPLIES[action] : undefined),
    )
    if (!row) return deleteKept(tx, { action, kind, id, reason, by }, now)
    const { project, author } = row
    const details = { action, kind, title: titleOf(project.title, version), author, reason, by }
    await tx.insert(audit).values({ ...details, projectId: id, at: now })
    const removedKeys =
      version === undefined
        ? await moderateProject(tx, action, project, now)
        : await moderateVersion(tx, action, { projectId: id, version }, now)
    await recordChanges(tx, [project], { author, now, isNew: action === 'release' })
    return { entry: { ...details, id, at: now.toISOString() }, keys: removedKeys }
  })
  for (const key of keys) await storage.remove(key)
  return entry
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
  const isHeld = and(isVersion(place), isNotNull(versions.heldFor))
  if (action !== 'release' && action !== 'refuse') throw new NotFoundError()
  if ((await tx.$count(versions, isHeld)) === 0) throw new NotFoundError()
  if (action === 'refuse') return discardWaiting(tx, place)
  await goLive(tx, place, now)
  await settleCurrent(tx, place.projectId)
  await indexProject(tx, place.projectId)
  return []
}

/** Deletes what is kept of a hidden project that its author has deleted. @throws NotFoundError without any. */
async function deleteKept(
  tx: Transaction,
  { action, kind, id, reason, by }: Omit<Request, 'version'>,
  now: Date,
): Promise<{ entry: Decided; keys: string[] }> {
  if (action !== 'delete') throw new NotFoundError()
  const isWanted = and(eq(hiddenDeletions.id, id), eq(hiddenDeletions.kind, kind))
  const [row] = await tx.delete(hiddenDeletions).where(isWanted).returning()
  if (!row) throw new NotFoundError()
  const details = { action, kind, title: row.title, author: '', reason, by }
  await tx.insert(audit).values({ ...details, projectId: id, at: now })
  const keys = await deleteFiles(tx, row.fileIds)
  return { entry: { ...details, id, at: now.toISOString() }, keys }
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
  await indexProject(tx, project.id)
}

/** Audit entries, newest first. */
export async function listAudit(db: Database): Promise<AuditEntry[]> {
  const rows = await db.select().from(audit).orderBy(desc(audit.id)).limit(AUDIT_MAX)
  return rows.map(toEntry)
}

export function toEntry({ projectId, at, ...entry }: typeof audit.$inferSelect): AuditEntry {
  return { ...entry, id: projectId, at: at.toISOString() }
}
