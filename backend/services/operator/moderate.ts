import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { AuditEntry, operatorRequestSchema } from '#lib/contract/operator.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { audit, authors, files, projects } from '#backend/db/schema.ts'
import { NotFound } from '#backend/http/errors.ts'
import { noteChanges } from '#backend/services/change/note.ts'
import { fileIdsOf, removeAll } from '#backend/services/project/remove.ts'
import { indexProject, unindexProject } from '#backend/services/search/index-project.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Request = z.infer<typeof operatorRequestSchema>
type Row = typeof projects.$inferSelect
/** So many entries of the record are shown. */
const AUDIT_MAX = 200

/**
 * Does what the operator wants to a project, and writes down why; both or neither. Hidden, it is in
 * no list, no search and no page, its files are served to nobody, and its author cannot change it.
 * @throws NotFound for a project that is not there, is hidden already, or is not hidden.
 */
export async function moderate(
  { db, storage }: { db: Database; storage: Storage },
  { action, kind, id, reason, by }: Request,
  now: Date,
): Promise<AuditEntry> {
  const isIn = { hide: isNull, restore: isNotNull, delete: undefined }[action]
  const { entry, keys } = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ project: projects, author: authors.name })
      .from(projects)
      .innerJoin(authors, eq(authors.uid, projects.authorUid))
      .where(and(eq(projects.id, id), eq(projects.kind, kind), isIn?.(projects.hiddenAt)))
      .for('update', { of: projects })
    if (!row) throw new NotFound()
    const { project, author } = row
    const done = { action, kind, title: project.title, author, reason, by }
    await tx.insert(audit).values({ ...done, projectId: id, at: now })
    const gone = action === 'delete' ? await removeAll(tx, [project]) : []
    if (action === 'hide') await hide(tx, project, now)
    if (action === 'restore') await restore(tx, project)
    await noteChanges(tx, [project], { author, now })
    return { entry: { ...done, id, at: now.toISOString() }, keys: gone }
  })
  for (const key of keys) await storage.remove(key)
  return entry
}

async function hide(tx: Transaction, project: Row, now: Date) {
  await tx.update(projects).set({ hiddenAt: now }).where(eq(projects.id, project.id))
  await unindexProject(tx, project.id)
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'hidden' }).where(inArray(files.id, ids))
}

async function restore(tx: Transaction, project: Row) {
  await tx.update(projects).set({ hiddenAt: null }).where(eq(projects.id, project.id))
  const ids = await fileIdsOf(tx, [project])
  await tx.update(files).set({ state: 'stored' }).where(inArray(files.id, ids))
  await indexProject(tx, project.id)
}

/** What is hidden now, each with the entry of when it was, the last hidden first. */
export async function listHidden(db: Database): Promise<AuditEntry[]> {
  const rows = await db
    .selectDistinctOn([projects.hiddenAt, projects.id], { entry: audit })
    .from(projects)
    .innerJoin(audit, and(eq(audit.projectId, projects.id), eq(audit.action, 'hide')))
    .where(isNotNull(projects.hiddenAt))
    .orderBy(desc(projects.hiddenAt), projects.id, desc(audit.id))
  return rows.map(({ entry }) => toEntry(entry))
}

/** What was done, the last first. */
export async function listAudit(db: Database): Promise<AuditEntry[]> {
  const rows = await db.select().from(audit).orderBy(desc(audit.id)).limit(AUDIT_MAX)
  return rows.map(toEntry)
}

function toEntry({ projectId, at, ...entry }: typeof audit.$inferSelect): AuditEntry {
  return { ...entry, id: projectId, at: at.toISOString() }
}
