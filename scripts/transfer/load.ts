import { z } from 'zod'
import { createTables, type SiteOrigin, originOf, type Sequence, tablesOf } from './catalogue.ts'
import { createFingerprint, type Fingerprint, fingerprinted, isSame } from './fingerprint.ts'
import { type Lines, quote, type Rows, type SiteTable } from './rows.ts'

/** Arbitrary id of an advisory lock, unique in this database: one transfer at a time. */
const LOADING_LOCK = 7_301_845
/** For the server to notice that a killed transfer is gone, which may be building an index. */
const LOCK_TIMEOUT = '30s'

/**
 * Foreign keys, indexes apart from primary and unique keys, and triggers. They are dropped before and made again after the rows: an
 * index over sorted rows is made several times faster than row by row, and rows may come in any order and stay as they are.
 */
const LATER = `
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make,
    format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS remove, 2 AS turn
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace
  UNION ALL
  SELECT pg_get_indexdef(i.indexrelid), format('DROP INDEX %s', i.indexrelid::regclass), 1
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype <> 'f')
  UNION ALL
  SELECT pg_get_triggerdef(t.oid), format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass), 3
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal
  ORDER BY turn, make`

/**
 * What the loaded database holds until it is complete. It is in a schema of its own, which is dropped at the end: a
 * database with the schema `transfer` is an unfinished one.
 */
const PROGRESS = `
  CREATE SCHEMA transfer;
  CREATE TABLE transfer.origin (id text NOT NULL, migration bigint NOT NULL);
  CREATE TABLE transfer.done (name text PRIMARY KEY, rows bigint NOT NULL, sum text NOT NULL);
  CREATE TABLE transfer.later (make text PRIMARY KEY, turn integer NOT NULL);`

const doneSchema = z.object({ name: z.string(), rows: z.coerce.number(), sum: z.string() })

/**
 * Prepares a database for the rows of another one.
 * @returns `new`; `begun` if an earlier transfer from the same database was interrupted; `complete` if the database
 * is that one already.
 * @throws Error with one sentence if it holds anything else, or another process loads it.
 */
export async function beginLoad(
  rows: Rows,
  origin: SiteOrigin,
): Promise<'new' | 'begun' | 'complete'> {
  await takeLock(rows)
  const [state] = await rows.query(`SELECT to_regnamespace('transfer') IS NOT NULL AS begun,
    EXISTS (SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm'))
      OR to_regnamespace('drizzle') IS NOT NULL AS used`)
  if (state?.['begun'] === true) {
    const [other] = await rows.query('SELECT id, migration::text FROM transfer.origin')
    if (other?.['id'] !== origin.id || Number(other['migration']) !== origin.migration) {
      throw new Error(
        'The target database holds an unfinished transfer of another database: empty it before.',
      )
    }
    // Those that it has made already would refuse that a table is loaded again.
    await inTransaction(rows, () => dropLater(rows))
    return 'begun'
  }
  if (state?.['used'] === true) {
    const there = await originOf(rows).catch(() => null)
    if (there?.id === origin.id && there.migration === origin.migration) return 'complete'
    throw new Error('The target database is not empty.')
  }
  await inTransaction(rows, async () => {
    await createTables(rows, origin.migration)
    await rows.query(PROGRESS)
    await rows.query('INSERT INTO transfer.origin VALUES ($1, $2)', [origin.id, origin.migration])
    await dropLater(rows)
  })
  return 'new'
}

/** One transfer at a time. @throws Error with one sentence if another one does not end. */
async function takeLock(rows: Rows): Promise<void> {
  await rows.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`)
  await rows.query('SELECT pg_advisory_lock($1)', [LOADING_LOCK]).catch((error: unknown) => {
    throw new Error('Another process is filling the target database.', { cause: error })
  })
  await rows.query('SET lock_timeout = 0')
}

/** Drops indexes, foreign keys and triggers, and notes them for `finishLoad`. */
async function dropLater(rows: Rows): Promise<void> {
  const later = z.array(z.object({ make: z.string(), remove: z.string(), turn: z.number() }))
  const found = later.parse(await rows.query(LATER))
  const insert = 'INSERT INTO transfer.later VALUES ($1, $2) ON CONFLICT DO NOTHING'
  for (const { make, turn } of found) await rows.query(insert, [make, turn])
  for (const { remove } of found.toReversed()) await rows.query(remove)
}

/** The tables that an interrupted transfer has loaded, with their fingerprints. */
export async function loadedTables(rows: Rows): Promise<Map<string, Fingerprint>> {
  const found = z.array(doneSchema).parse(await rows.query('SELECT * FROM transfer.done'))
  return new Map(found.map(({ name, rows: count, sum }) => [name, { rows: count, sum }]))
}

/** Loads the rows of a table in place of those that it has, in one transaction. */
export async function loadTable(rows: Rows, table: SiteTable, lines: Lines): Promise<Fingerprint> {
  const fingerprint = createFingerprint()
  await inTransaction(rows, async () => {
    const relation = `public.${quote(table.name)}`
    const [state] = await rows.query(`SELECT EXISTS (SELECT 1 FROM ${relation}) AS used`)
    if (state?.['used'] === true) await rows.query(`TRUNCATE ${relation}`)
    await rows.copyIn(table, fingerprinted(lines, fingerprint))
    const { rows: count, sum } = fingerprint.result()
    const insert = `INSERT INTO transfer.done VALUES ($1, $2, $3)
      ON CONFLICT (name) DO UPDATE SET rows = excluded.rows, sum = excluded.sum`
    await rows.query(insert, [table.name, count, sum])
  })
  return fingerprint.result()
}

/** Reads every row of a table. */
export async function fingerprintOf(rows: Rows, table: SiteTable): Promise<Fingerprint> {
  const fingerprint = createFingerprint()
  for await (const chunk of rows.copyOut(table)) fingerprint.add(chunk)
  return fingerprint.result()
}

/**
 * Makes indexes, foreign keys and triggers, then compares every table with `expected`. May be interrupted and called again.
 * @throws Error with one sentence that names a table that differs.
 */
export async function finishLoad(
  rows: Rows,
  expected: ReadonlyMap<string, Fingerprint>,
  sequences: Sequence[],
): Promise<void> {
  await rows.query(`SET maintenance_work_mem = '128MB'`)
  const later = await rows.query('SELECT make FROM transfer.later ORDER BY turn, make')
  for (const { make } of z.array(z.object({ make: z.string() })).parse(later)) {
    await inTransaction(rows, async () => {
      await rows.query(make)
      await rows.query('DELETE FROM transfer.later WHERE make = $1', [make])
    })
  }
  for (const { name, last } of sequences) {
    await rows.query('SELECT setval($1::regclass, $2::bigint)', [`public.${quote(name)}`, last])
  }
  await verifyTables(rows, expected)
  const filled = [...expected].filter(([, table]) => table.rows > 0).map(([name]) => quote(name))
  if (filled.length > 0) await rows.query(`VACUUM (ANALYZE) ${filled.join(', ')}`)
  await rows.query('DROP SCHEMA transfer CASCADE')
}

/** @throws Error with one sentence that names a table that differs. */
export async function verifyTables(
  rows: Rows,
  expected: ReadonlyMap<string, Fingerprint>,
): Promise<void> {
  for (const table of await tablesOf(rows)) {
    const should = expected.get(table.name)
    const is = await fingerprintOf(rows, table)
    if (should && isSame(is, should)) continue
    const counts = `${is.rows} rows instead of ${should?.rows ?? 'none'}`
    throw new Error(
      `The table ${table.name} differs from its original (${counts}${should?.rows === is.rows ? ', with other values' : ''}).`,
    )
  }
}

async function inTransaction(rows: Rows, work: () => Promise<void>): Promise<void> {
  await rows.query('BEGIN')
  try {
    await work()
    await rows.query('COMMIT')
  } catch (error) {
    await rows.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
