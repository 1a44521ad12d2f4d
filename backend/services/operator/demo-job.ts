import { eq, isNotNull } from 'drizzle-orm'
import type { RoleHolder } from '#backend/caller.ts'
import type { Database } from '#backend/db/connect.ts'
import { jobs, projects } from '#backend/db/tables.ts'
import { aboutAccount, recordAction } from '#backend/services/audit/record.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { clearDemo } from './clear-demo.ts'

/** Job that deletes the demo projects. It has one subject. */
export const DEMO_JOB = 'clear-demo' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [DEMO_JOB]: true
  }
}

/** Time of a turn, in milliseconds. */
const TURN_MS = 2000

const countDemo = (db: Pick<Database, '$count'>) => db.$count(projects, isNotNull(projects.demoKey))

/** Lets a job delete the demo projects. */
export async function removeDemo(db: Database, actor: RoleHolder, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const total = await countDemo(tx)
    const entry = { action: 'clear_demo' as const, reason: '', after: { projects: total } }
    await recordAction(tx, actor, { ...aboutAccount(''), ...entry }, now)
    await enqueue(tx, { name: DEMO_JOB, subject: '', priority: PRIORITY.later, total })
  })
}

/** How many demo projects are left, and how many there were when their removal began. */
export async function readDemo(db: Database): Promise<{ left: number; removing: number | null }> {
  return { left: await countDemo(db), removing: await totalOf(db) }
}

async function totalOf(db: Database): Promise<number | null> {
  const [job] = await db.select({ total: jobs.total }).from(jobs).where(eq(jobs.name, DEMO_JOB))
  return job?.total ?? null
}

type Deps = { db: Database; storage: Storage; clock: () => Date }

export const demoHandler = (deps: Deps): JobHandler => ({
  async run(_, { signal, progress }) {
    const until = performance.now() + TURN_MS
    const total = (await totalOf(deps.db)) ?? 0
    while (!signal.aborted && performance.now() < until) {
      const { left } = await clearDemo(deps, deps.clock())
      await progress(Math.max(0, total - left), total)
      if (left === 0) return
    }
    return 'unfinished'
  },
})
