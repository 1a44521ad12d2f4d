import { eq } from 'drizzle-orm'
import type { RoleHolder } from '#backend/caller.ts'
import { reports } from '#backend/db/tables.ts'
import { NotFoundError } from '#backend/errors.ts'
import { decisionText } from '#backend/mail/report-messages.ts'
import type { Parts } from '#backend/parts.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { moderateIn } from '#backend/services/operator/moderate.ts'
import { undoUntil } from './queue.ts'

/** Job that deletes the project of a report once that can no longer be undone. The subject is the number of the report. */
export const REPORT_JOB = 'report' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [REPORT_JOB]: true
  }
}

type Deps = Pick<Parts, 'db' | 'storage' | 'clock'>

export const reportHandler = ({ db, storage, clock }: Deps): JobHandler => ({
  run: async (subject) => {
    const keys = await db.transaction(async (tx) => {
      const now = clock()
      const [report] = await tx
        .select()
        .from(reports)
        .where(eq(reports.number, Number(subject)))
        .for('update')
      const until = report && undoUntil(report)
      if (!report || !until || report.state !== 'deleted') return []
      if (until > now) throw new LaterError(Math.ceil((until.getTime() - now.getTime()) / 1000))
      const { kind, projectId: id, decidedBy: name, decidedByUid: uid, decision } = report
      if (kind === null || id === null || decision === null) return []
      // It was decided by an account that had the role.
      const actor: RoleHolder = {
        uid,
        name,
        role: 'moderator',
        needs: 'moderator',
        hasDecided: true,
      }
      const reason = decisionText('en', decision, report.decisionText)
      try {
        const deletion = { action: 'delete', kind, id, reason, onlyHidden: true } as const
        return (await moderateIn(tx, actor, deletion, now)).keys
      } catch (error) {
        // Its author was faster, or another moderator has restored it.
        if (error instanceof NotFoundError) return []
        throw error
      }
    })
    for (const key of keys) await storage.remove(key)
  },
  // Given up: the project stays hidden.
})
