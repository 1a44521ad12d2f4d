import { desc, eq } from 'drizzle-orm'
import { keepFirst } from '#backend/db/keep-first.ts'
import { LOG_MAX, type LogEvent } from '#lib/contract/project-log.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { projectLog } from '#backend/db/tables.ts'

/**
 * Who does something to a project. `token` is the name of the access token; absent in a browser. `publisherId`: the
 * trusted publisher whose first release this may be.
 */
export type Actor = {
  uid: string
  now: Date
  token?: string | undefined
  publisherId?: string | undefined
}

/**
 * Adds an entry to the log of a project, whose row the transaction has locked or inserted. The oldest entries beyond
 * `LOG_MAX` are deleted.
 */
export async function recordInLog(
  tx: Transaction,
  { uid, now, token }: Actor,
  entry: { projectId: string; event: LogEvent; version?: string },
): Promise<void> {
  await tx.insert(projectLog).values({ ...entry, uid, at: now, token: token ?? null })
  const where = eq(projectLog.projectId, entry.projectId)
  const { id } = projectLog
  await keepFirst(tx, projectLog, { id, where, order: [desc(id)], max: LOG_MAX })
}
