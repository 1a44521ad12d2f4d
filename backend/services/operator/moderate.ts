import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { AuditEntry, operatorRequestSchema } from '#lib/contract/operator.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { audit, authors, files, projects } from '#backend/db/schema.ts'
import { NotFoundError } from '#backend/errors.ts'
import { recordChanges } from '#backend/services/change/record.ts'
import { deleteProjects, fileIdsOf } from '#backend/services/project/delete.ts'
import { hideScheduledFiles } from '#backend/services/project/current-version.ts'
import { indexProject } from '#backend/services/search-index/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Request = z.infer<typeof operatorRequestSchema>
type Row = typeof projects.$inferSelect
/** Maximum number of audit entries returned. */
const AUDIT_MAX = 200

/**
 * Hides, restores or deletes a project and records the reason, in one transaction. A hidden project
 * is in no list, search or page; its files are not served, and its author cannot change it.
 * @throws NotFoundError if the project does not exist, is already hidden, or is not hidden.
 */
export async function moderate(
  { db, storage }: { db: Database; storage: Storage },
  { action, kind, id, reason, by }: Request,
  now: Date,
): Promise<AuditEntry & { action: Request['action'] }> {
  const stateFilter = { hide: isNull, restore: isNotNull, delete: undefined }[action]
  const { entry, keys } = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ project: projects, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.id, id), eq(projects.kind, kind), stateFilter?.(projects.hiddenAt)))
      .for('update', { of: projects })
    if (!row) throw new NotFoundError()
    const { project, author } = row
    const details = { action, kind, title: project.title, author, reason, by }
    await tx.insert(audit).values({ ...details, projectId: id, at: now })
    const removedKeys = action === 'delete' ? await deleteProjects(tx, [project]) : []
    if (action === 'hide') await hide(tx, project, now)
    if (action === 'restore') await restore(tx, project)
    await recordChanges(tx, [project], { author, now })
    return { entry: { ...details, id, at: now.toISOString() }, keys: removedKeys }
  })
  for (const key of keys) await storage.remove(key)
  return entry
}

async function hide(tx: Transaction, project: Row, now: Date) {
  await tx.update(projects).set({ hiddenAt: now }).where(eq(projects.id, project.id))
  await indexProject(tx, project.id)
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'hidden' }).where(inArray(files.id, ids))
}

async function restore(tx: Transaction, project: Row) {
  await tx.update(projects).set({ hiddenAt: null }).where(eq(projects.id, project.id))
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'stored' }).where(inArray(files.id, ids))
  await hideScheduledFiles(tx, project.id)
  await indexProject(tx, project.id)
}

/** Audit entries of the projects that are hidden now; most recently hidden first. */
export async function listHidden(db: Database): Promise<AuditEntry[]> {
  const rows = await db
    .selectDistinctOn([projects.hiddenAt, projects.id], { entry: audit })
    .from(projects)
    .innerJoin(audit, and(eq(audit.projectId, projects.id), eq(audit.action, 'hide')))
    .where(isNotNull(projects.hiddenAt))
    .orderBy(desc(projects.hiddenAt), projects.id, desc(audit.id))
  return rows.map(({ entry }) => toEntry(entry))
}

/** Audit entries, newest first. */
export async function listAudit(db: Database): Promise<AuditEntry[]> {
  const rows = await db.select().from(audit).orderBy(desc(audit.id)).limit(AUDIT_MAX)
  return rows.map(toEntry)
}

function toEntry({ projectId, at, ...entry }: typeof audit.$inferSelect): AuditEntry {
  return { ...entry, id: projectId, at: at.toISOString() }
}
