import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from './connect.ts'

const JOURNAL = path.join(import.meta.dirname, 'migrations/meta/_journal.json')
const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) })
const lastSchema = z.object({ last: z.coerce.number() })

let times: Promise<number[]> | undefined

/** Times of this release's migrations, oldest first, in ms since the epoch. */
export function readMigrationTimes(): Promise<number[]> {
  // Once: a deployment may replace the file below a running process.
  times ??= readJournal()
  return times
}

async function readJournal(): Promise<number[]> {
  const { entries } = journalSchema.parse(JSON.parse(await readFile(JOURNAL, 'utf8')))
  return entries.map(({ when }) => when)
}

/**
 * Whether the database has all migrations of this release. A newer database is fine: migrations
 * add before they remove, so that processes of two releases can run at once.
 */
export async function isMigrated(db: Database): Promise<boolean> {
  const newest = (await readMigrationTimes()).at(-1) ?? 0
  const { rows } = await db.execute(
    sql`SELECT coalesce(max(created_at), 0) AS last FROM drizzle.__drizzle_migrations`,
  )
  return lastSchema.parse(rows[0]).last >= newest
}
