import { isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { authors, projects } from '#backend/db/tables.ts'
import { enqueue, PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { skeletonKeys } from '#backend/text/skeleton.ts'

/**
 * Job that computes the keys of names which have none: of rows from before they were stored, of those that a backend of the release before
 * writes, and of all after a migration that empties them. The subject is the table.
 */
export const SKELETONS_JOB = 'skeletons' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [SKELETONS_JOB]: true
  }
}
/** Who takes turns for these jobs. */
const PAYER = 'skeletons'
/** Rows per statement. */
const BATCH = 500

type Names = { id: string; names: string[] }
type Table = {
  read: (db: Database) => Promise<Names[]>
  write: (rows: SQL) => SQL
}

const authorNames = sql<
  string[]
>`array_remove(ARRAY[${authors.name}, ${authors.displayName}], NULL)`

/** A row is written only if it still has the names that were read. */
const TABLES: Record<'projects' | 'authors', Table> = {
  projects: {
    read: (db) =>
      db
        .select({ id: projects.id, names: sql<string[]>`ARRAY[${projects.title}]` })
        .from(projects)
        .where(isNull(projects.titleSkeletons))
        .limit(BATCH),
    write: (rows) => sql`
      UPDATE ${projects} SET title_skeletons = filled.keys FROM ${rows}
      WHERE ${projects.id} = filled.id AND ARRAY[${projects.title}] = filled.names`,
  },
  authors: {
    read: (db) =>
      db
        .select({ id: authors.uid, names: authorNames })
        .from(authors)
        .where(isNull(authors.nameSkeletons))
        .limit(BATCH),
    write: (rows) => sql`
      UPDATE ${authors} SET name_skeletons = filled.keys FROM ${rows}
      WHERE ${authors.uid} = filled.id AND ${authorNames} = filled.names`,
  },
}
const toTable = (rows: Names[]): SQL => {
  const filled = rows.map((row) => ({
    ...row,
    keys: [...new Set(row.names.flatMap(skeletonKeys))],
  }))
  return sql`(SELECT id, names, keys FROM jsonb_to_recordset(${JSON.stringify(filled)}::jsonb)
    AS row(id text, names text[], keys text[])) AS filled`
}

export const skeletonsHandler = ({ db }: { db: Database }): JobHandler => ({
  async run(subject, { signal, slice }) {
    const table = Object.entries(TABLES).find(([name]) => name === subject)?.[1]
    if (!table) return
    while (!signal.aborted) {
      const start = performance.now()
      const rows = await table.read(db)
      if (rows.length === 0) return
      await db.execute(table.write(toTable(rows)))
      slice.spend({ cpuMs: performance.now() - start, drawings: [] })
      if (slice.leftMs() <= 0) return 'unfinished'
    }
  },
  // Given up: the rows are found again at the next start.
})

/** Enqueues the job for the tables that have names without keys. */
export async function enqueueSkeletons(db: Database): Promise<void> {
  for (const [subject, { read }] of Object.entries(TABLES)) {
    if ((await read(db)).length === 0) continue
    const job = { name: SKELETONS_JOB, subject, priority: PRIORITY.later, payer: PAYER }
    await enqueue(db, job)
  }
}
