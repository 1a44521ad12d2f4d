import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { chunksOf } from '#backend/db/chunks.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import type { Parts } from '#backend/parts.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { recordChanges } from '#backend/services/change/changes.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { fillNeeds, findUnsettled, settleFitting } from './settle-fitting.ts'

/**
 * Job that writes what versions need into their columns, and finds which ones fit where the current one does not: of rows from before both
 * were stored, and of those that a backend of the release before writes.
 */
export const FITTING_JOB = 'fitting' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [FITTING_JOB]: true
  }
}
const SUBJECT = 'catalogue'
const PAYER = 'fitting'
/** Projects that one statement looks at, and projects of one transaction. */
const LOOK = 500
const BATCH = 50
/** Pause between two looks at all projects, in ms: how late a change by the release before is seen at most. */
const LOOK_MS = 3600_000

type Deps = { db: Database; clock: () => Date }

export const fittingHandler = ({ db, clock }: Deps): JobHandler => {
  // Where the next turn goes on; another process begins again.
  let after = ''
  return {
    async run(_, { signal, slice }) {
      while (!signal.aborted) {
        const start = performance.now()
        const ids = await readIds(db, after)
        if (ids.length === 0) break
        await fillNeeds(db, ids)
        for (const batch of chunksOf(await findUnsettled(db, ids), BATCH)) {
          await db.transaction((tx) => settleBatch(tx, batch, clock()))
        }
        after = ids.at(-1) ?? ''
        slice.spend({ cpuMs: performance.now() - start, drawings: [] })
        if (slice.leftMs() <= 0) return 'unfinished'
      }
      after = ''
    },
    // Given up: they are found again at the next look.
  }
}

async function readIds(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: projects.id })
    .from(projects)
    .where(gt(projects.id, after))
    .orderBy(asc(projects.id))
    .limit(LOOK)
  return rows.map(({ id }) => id)
}

async function settleBatch(tx: Transaction, ids: string[], now: Date): Promise<void> {
  const locked = await tx
    .select({ id: projects.id, kind: projects.kind, author: authors.name })
    .from(projects)
    .innerJoin(authors, eq(authors.uid, projects.authorUid))
    .where(inArray(projects.id, ids))
    .orderBy(asc(projects.id))
    // One that is being changed settles itself, or is found at the next look.
    .for('update', { of: projects, skipLocked: true })
  const lockedIds = locked.map(({ id }) => id)
  const changed = new Set(await settleFitting(tx, lockedIds))
  await tx.execute(sql`
    UPDATE search_documents SET fitting_minimums = projects.fitting_minimums FROM projects
    WHERE projects.id = ANY(${sql.param([...changed])}::text[]) AND search_documents.project_id = projects.id`)
  const rows = locked.filter(({ id }) => changed.has(id))
  for (const [author, own] of Map.groupBy(rows, (row) => row.author)) {
    await recordChanges(tx, own, { author, now, effect: 'membership' })
  }
}

type Looks = Pick<Parts, 'db' | 'jobs' | 'failures' | 'log'> & { signal: AbortSignal }

/** Looks at all projects at once, and then every hour until `signal` aborts. */
export async function startFitting({ db, jobs, signal, ...reports }: Looks): Promise<void> {
  while (!signal.aborted) {
    try {
      await enqueueFitting(db)
      jobs.wake()
    } catch (error) {
      if (!signal.aborted) reportFailure(reports, error, 'finding fitting versions')
    }
    await sleep(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

export const enqueueFitting = (db: Database): Promise<void> =>
  enqueue(db, { name: FITTING_JOB, subject: SUBJECT, priority: PRIORITY.later, payer: PAYER })
