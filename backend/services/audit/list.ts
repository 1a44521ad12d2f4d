import { and, asc, desc, eq, gt, ilike, lt, or, type SQL } from 'drizzle-orm'
import { AUDIT_PAGE, type AuditFilter, type AuditItem } from '#lib/contract/admin/audit.ts'
import { partOf } from '#backend/db/part-of.ts'
import type { Database } from '#backend/db/connect.ts'
import { audit } from '#backend/db/tables.ts'

/** Rows per statement of an export. */
const BATCH = 1000

/** A page of the audit log, newest first. */
export async function listAudit(
  db: Database,
  { after, ...filter }: AuditFilter & { after?: number | undefined },
): Promise<{ items: AuditItem[]; next: number | null }> {
  const rows = await db
    .select()
    .from(audit)
    .where(and(matches(filter), after === undefined ? undefined : lt(audit.id, after)))
    .orderBy(desc(audit.id))
    .limit(AUDIT_PAGE + 1)
  const items = rows.slice(0, AUDIT_PAGE).map(toItem)
  return { items, next: rows.length > AUDIT_PAGE ? (items.at(-1)?.n ?? null) : null }
}

/** All entries that match, oldest first; read in batches. */
export async function* readAudit(db: Database, filter: AuditFilter): AsyncGenerator<AuditItem[]> {
  for (let last = 0; ;) {
    const rows = await db
      .select()
      .from(audit)
      .where(and(matches(filter), gt(audit.id, last)))
      .orderBy(asc(audit.id))
      .limit(BATCH)
    if (rows.length > 0) yield rows.map(toItem)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? last
  }
}

function matches({ action, by, q }: AuditFilter): SQL | undefined {
  return and(
    action === undefined ? undefined : eq(audit.action, action),
    by === undefined || by === '' ? undefined : eq(audit.by, by),
    q === undefined || q === '' ? undefined : contains(q),
  )
}

function contains(q: string): SQL | undefined {
  const part = partOf(q)
  return or(ilike(audit.title, part), ilike(audit.author, part), eq(audit.projectId, q))
}

function toItem({ id, at, projectId, byUid, ...row }: typeof audit.$inferSelect): AuditItem {
  return { ...row, n: id, at: at.toISOString(), id: projectId, by_account: byUid !== null }
}
