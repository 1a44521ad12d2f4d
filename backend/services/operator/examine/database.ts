import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Examined, Problem } from '#lib/contract/operator.ts'
import { readMigrationTimes } from '#backend/db/newest-migration.ts'
import type { ExamineDeps, ExamineOptions } from './dependencies.ts'

/** Older servers lack what the migrations use. */
const POSTGRES_MIN = 15
/** Difference of the clocks above which sessions and codes end too early or too late, in ms. */
const CLOCK_MAX_MS = 60_000

const rowSchema = z.object({
  version: z.coerce.number(),
  now: z.coerce.number(),
  last: z.coerce.number(),
  count: z.coerce.number(),
})

/** Version, migrations and clock of the database. */
export async function examineDatabase(
  { db }: ExamineDeps,
  { now }: ExamineOptions,
): Promise<Examined> {
  const { rows } = await db.execute(sql`
    SELECT current_setting('server_version_num')::integer / 10000 AS version,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now,
      coalesce(max(created_at), 0) AS last, count(*) AS count
    FROM drizzle.__drizzle_migrations`)
  const row = rowSchema.parse(rows[0])
  const migrations = await readMigrationTimes()
  const problems: Problem[] = []
  const report = (code: Problem['code'], subject: string, text: string) =>
    problems.push({ code, subject, text, isFixed: false })
  if (row.version < POSTGRES_MIN) {
    report(
      'database_too_old',
      String(row.version),
      `The server is PostgreSQL ${row.version}; ${POSTGRES_MIN} or newer is needed.`,
    )
  }
  if (row.count !== migrations.length || row.last !== migrations.at(-1)) {
    report(
      'migrations_differ',
      String(row.count),
      `The database has ${row.count} migrations, this release ${migrations.length}: another release has used it.`,
    )
  }
  const difference = Math.abs(row.now - now.getTime())
  if (difference > CLOCK_MAX_MS) {
    report(
      'clock_differs',
      `${Math.round(difference / 1000)} s`,
      `The clocks of database and backend differ by ${Math.round(difference / 1000)} s.`,
    )
  }
  return { checked: 3, problems, next: null }
}
