import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Sharded, SHARD_SIZE, SHARDED } from '#lib/contract/address.ts'
import type { Database } from '#backend/db/connect.ts'
import { settings } from '#backend/db/tables.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { findShards } from './addresses.ts'

/** Job that finds the shards of the sitemap again. The subject is what they list. */
export const SHARDS_JOB = 'shards' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [SHARDS_JOB]: true
  }
}
/** Who takes turns for it: no account. */
const PAYER = 'shards'
/** Age from which stored shards are found again, in ms. Until then a shard grows and shrinks with its projects. */
const AGE_MS = 3600 * 1000

const storedSchema = z.object({ at: z.number(), starts: z.array(z.string()) })
const nameOf = (of: Sharded) => `sitemap-${of}`

/**
 * The ids after which each further shard starts. Those of `SHARD_SIZE` are stored, so that they cost one short statement however many
 * projects there are; a job finds them again once an hour at most, when they are asked for.
 */
export async function listShards(
  db: Database,
  { of, size }: { of: Sharded; size: number },
  now: Date,
): Promise<string[]> {
  if (size !== SHARD_SIZE) return findShards(db, { of, size })
  const stored = await readStored(db, of)
  if (!stored) return storeShards(db, of, now)
  // A clock that was set back must not keep them.
  if (Math.abs(now.getTime() - stored.at) > AGE_MS) await enqueueFor(db, of)
  return stored.starts
}

/** Enqueues the job for shards that were never stored, so that no request has to find them. */
export async function enqueueShards(db: Database): Promise<void> {
  for (const each of SHARDED) if (!(await readStored(db, each))) await enqueueFor(db, each)
}

const enqueueFor = (db: Database, of: Sharded) =>
  enqueue(db, { name: SHARDS_JOB, subject: of, priority: PRIORITY.later, payer: PAYER })

async function readStored(db: Database, of: Sharded) {
  const [row] = await db
    .select()
    .from(settings)
    .where(eq(settings.name, nameOf(of)))
  return row && storedSchema.parse(JSON.parse(row.value))
}

async function storeShards(db: Database, of: Sharded, now: Date): Promise<string[]> {
  const starts = await findShards(db, { of, size: SHARD_SIZE })
  const value = JSON.stringify({ at: now.getTime(), starts })
  await db
    .insert(settings)
    .values({ name: nameOf(of), value })
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.value` } })
  return starts
}

export const shardsHandler = ({ db, clock }: { db: Database; clock: () => Date }): JobHandler => ({
  async run(subject) {
    const of = SHARDED.find((one) => one === subject)
    if (of) await storeShards(db, of, clock())
  },
  // Given up: they stay as they are, and are enqueued again by the next request.
})
