import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { hiddenProjectsSchema } from '#lib/contract/account.ts'
import type { Database } from '#backend/db/connect.ts'
import { audit, projects } from '#backend/db/schema.ts'

/** Hidden projects of an account, each with the latest reason; most recently hidden first. */
export async function listOwnHidden(
  db: Database,
  uid: string,
): Promise<z.infer<typeof hiddenProjectsSchema>> {
  const { id, kind, title, language, hiddenAt } = projects
  const rows = await db
    .selectDistinctOn([hiddenAt, id], { id, kind, title, language, hiddenAt, reason: audit.reason })
    .from(projects)
    .innerJoin(audit, and(eq(audit.projectId, id), eq(audit.action, 'hide')))
    .where(and(eq(projects.authorUid, uid), isNotNull(hiddenAt)))
    .orderBy(desc(hiddenAt), id, desc(audit.id))
  const items = rows.map(({ hiddenAt: at, ...row }) => ({
    ...row,
    hidden_at: (at ?? new Date(0)).toISOString(),
  }))
  return { items }
}
