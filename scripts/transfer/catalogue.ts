import { z } from 'zod'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { plainly } from '#backend/db/migration-files.ts'
import type { Rows, SiteTable } from './rows.ts'

const MIGRATIONS = 'backend/db/migrations'

/** `id`: the database id that stored files are marked with; `migration`: time of its last migration in ms. */
export type SiteOrigin = { id: string; migration: number }
export type Sequence = { name: string; last: string }

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })

/** The tables of the site, by the catalogue of the database itself. */
export async function tablesOf(rows: Rows): Promise<SiteTable[]> {
  const found = await rows.query(`
    SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname COLLATE "C"`)
  return z.array(tableSchema).parse(found)
}

/** The sequences that have given numbers, with their last one. */
export async function sequencesOf(rows: Rows): Promise<Sequence[]> {
  const found = await rows.query(`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`)
  return z.array(z.object({ name: z.string(), last: z.string() })).parse(found)
}

/** @throws Error with one sentence if the database is not one of the site. */
export async function originOf(rows: Rows): Promise<SiteOrigin> {
  const migration = await migrationOf(rows)
  const [found] = await rows.query(`SELECT value AS id FROM settings WHERE name = 'database-id'`)
  const { data } = z.object({ id: z.string() }).safeParse(found)
  if (!data) throw new Error('The database has no id: start the site once before.')
  return { id: data.id, migration }
}

/** Time of the last migration in ms. @throws Error with one sentence if the database is not one of the site. */
export async function migrationOf(rows: Rows): Promise<number> {
  const [tables] = await rows.query(
    `SELECT to_regclass('public.settings') IS NOT NULL AND to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS yes`,
  )
  if (tables?.['yes'] !== true) {
    throw new Error('The database holds no site: start the site once before.')
  }
  const [last] = await rows.query(
    `SELECT max(created_at)::text AS at FROM drizzle.__drizzle_migrations`,
  )
  return z.object({ at: z.coerce.number() }).parse(last).at
}

/** The migration that a new database ends with. */
export function lastMigration(): number {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  return Math.max(...known.map(({ folderMillis }) => folderMillis))
}

/** Refuses a schema that this version of the site does not know. @throws Error with one sentence. */
export function checkKnown(migration: number): void {
  const known = readMigrationFiles({ migrationsFolder: MIGRATIONS })
  if (known.some(({ folderMillis }) => folderMillis === migration)) return
  throw new Error(
    'The data are of a newer version of the site than this one: update the site before.',
  )
}

/** Creates the tables as they were after `migration`; the backend applies later migrations when it starts. */
export async function createTables(rows: Rows, migration: number): Promise<void> {
  checkKnown(migration)
  // As drizzle's migrator does it, which cannot stop at a migration.
  await rows.query('CREATE SCHEMA IF NOT EXISTS drizzle')
  await rows.query(`CREATE TABLE drizzle.__drizzle_migrations
    (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    if (folderMillis > migration) break
    for (const statement of sql) await rows.query(plainly(statement))
    const insert = 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)'
    await rows.query(insert, [hash, folderMillis])
  }
}
