import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BulkAction } from '#lib/contract/admin/bulk.ts'
import type { AuditAction } from '#lib/contract/operator.ts'
import type { RoleHolder } from '#backend/caller.ts'
import type { Transaction } from '#backend/db/connect.ts'
import { accounts, audit, bulkActions, bulkProjects, projects } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { bulkMessage } from '#backend/mail/report-messages.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { moderateIn } from '#backend/services/operator/moderate.ts'
import { isUndoLeft } from './bulk.ts'

/** Time of a turn, in milliseconds; projects that are read at once. */
const TURN_MS = 2000
const BATCH = 100

type Deps = Pick<Parts, 'db' | 'clock' | 'send' | 'site' | 'log' | 'failures'>
type Row = typeof bulkActions.$inferSelect

const INVERSE = { hide: 'restore', restore: 'hide' } as const satisfies Record<
  BulkAction,
  BulkAction
>

/**
 * Changes one project after the other, each in a transaction with its mark, so that a job that is killed goes on where it was. Authors get
 * one mail each when all is done.
 */
export const bulkHandler = (deps: Deps): JobHandler => ({
  async run(id, { signal, progress }) {
    const until = performance.now() + TURN_MS
    while (!signal.aborted && performance.now() < until) {
      const [bulk] = await deps.db.select().from(bulkActions).where(eq(bulkActions.id, id))
      if (!bulk) return
      const isLeft = bulk.undoneAt === null ? isNull(bulkProjects.isChanged) : isUndoLeft
      const waiting = await deps.db
        .select({ projectId: bulkProjects.projectId, kind: projects.kind })
        .from(bulkProjects)
        // Not what another account has taken over since.
        .leftJoin(
          projects,
          and(
            eq(projects.id, bulkProjects.projectId),
            eq(projects.authorUid, bulkProjects.authorUid),
          ),
        )
        .where(and(eq(bulkProjects.bulkId, id), isLeft))
        .orderBy(asc(bulkProjects.projectId))
        .limit(BATCH)
      if (waiting.length === 0) return mailAuthors(deps, bulk)
      for (const place of waiting) {
        if (signal.aborted || performance.now() >= until) return 'unfinished'
        await change(deps, bulk, place)
      }
      await progress(bulk.total - waiting.length, bulk.total)
    }
    return 'unfinished'
  },
})

type Place = { projectId: string; kind: typeof projects.$inferSelect.kind | null }

/** Changes a project, or marks that the action does not apply to it any more. */
async function change({ db, clock }: Deps, bulk: Row, { projectId: id, kind }: Place) {
  const isUndone = bulk.undoneAt !== null
  const now = clock()
  // Decided by who had the role then.
  const name = isUndone ? bulk.undoneBy : bulk.by
  const actor: RoleHolder = {
    uid: isUndone ? null : bulk.byUid,
    name,
    role: 'administrator',
    needs: 'administrator',
    hasDecided: true,
  }
  const action = isUndone ? INVERSE[bulk.action] : bulk.action
  const isProject = and(eq(bulkProjects.bulkId, bulk.id), eq(bulkProjects.projectId, id))
  const mark = (isChanged: boolean) =>
    isUndone ? { undoneAt: now, ...(!isChanged && { isUndoMailed: true }) } : { isChanged }
  try {
    if (kind === null) throw new NotFoundError()
    await db.transaction(async (tx) => {
      if (isUndone && !(await isLastChange(tx, bulk, id))) throw new NotFoundError()
      await tx.update(bulkProjects).set(mark(true)).where(isProject)
      await moderateIn(tx, actor, { action, kind, id, reason: bulk.reason, bulk: bulk.id }, now)
    })
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    await db.update(bulkProjects).set(mark(false)).where(isProject)
  }
}

/** Actions that decide whether a project is shown. */
const DECIDING = ['hide', 'restore', 'hold', 'release', 'refuse'] as const satisfies AuditAction[]

/** Whether no decision about a project followed an action on many. Locks the project. */
async function isLastChange(tx: Transaction, bulk: Row, projectId: string): Promise<boolean> {
  await tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('update')
  const [last] = await tx
    .select({ after: audit.after })
    .from(audit)
    .where(and(eq(audit.projectId, projectId), inArray(audit.action, DECIDING)))
    .orderBy(desc(audit.id))
    .limit(1)
  return last?.after?.['bulk'] === bulk.id
}

/** Each author gets one mail, also if the job is killed meanwhile: it is marked before it is sent. */
async function mailAuthors({ db, send, site, ...reports }: Deps, bulk: Row): Promise<void> {
  const isUndone = bulk.undoneAt !== null
  const mark = isUndone ? bulkProjects.isUndoMailed : bulkProjects.isMailed
  const isOfBulk = and(
    eq(bulkProjects.bulkId, bulk.id),
    eq(bulkProjects.isChanged, true),
    eq(mark, false),
  )
  const waiting = await db
    .selectDistinct({ uid: bulkProjects.authorUid })
    .from(bulkProjects)
    .where(isOfBulk)
  for (const { uid } of waiting) {
    const marked = await db
      .update(bulkProjects)
      .set(isUndone ? { isUndoMailed: true } : { isMailed: true })
      .where(and(isOfBulk, eq(bulkProjects.authorUid, uid)))
      .returning({ one: sql`1` })
    const [account] = await db.select().from(accounts).where(eq(accounts.uid, uid))
    if (!account?.email || marked.length === 0) continue
    const action = isUndone ? INVERSE[bulk.action] : bulk.action
    const frame = { to: account.email, locale: account.locale ?? ('en' as const), site }
    await send(bulkMessage({ ...frame, action, count: marked.length, reason: bulk.reason })).catch(
      (error: unknown) =>
        reportFailure(reports, error, 'message about hidden projects not sent', { bulk: bulk.id }),
    )
  }
}
