import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '#backend/db/connect.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { migrate } from '#backend/db/migrate.ts'
import { isPgbouncerInstalled, startPgbouncer } from '#tests/support/engines/pgbouncer.ts'
import { hasPostgres, startMemoryPostgres } from '#tests/support/engines/postgres.ts'

/* The real PgBouncer in transaction mode: each transaction gets another session of the server. */

/** Sessions of the server, fewer than the connections of the backend. */
const SESSIONS = 2
const CONNECTIONS = 6

describe.skipIf(!isPgbouncerInstalled() || !hasPostgres())('behind PgBouncer', () => {
  let folder = ''
  let postgres: Awaited<ReturnType<typeof startMemoryPostgres>>
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
  let admin: Client
  let db: Database
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'bouncer-'))
    await chmod(folder, 0o755)
    postgres = await startMemoryPostgres()
    admin = new Client({ connectionString: postgres.url })
    await admin.connect()
    // No superuser, as the site should be.
    await admin.query('CREATE ROLE keystrip LOGIN')
    await admin.query('CREATE DATABASE keystrip OWNER keystrip')
    const own = new URL(postgres.url)
    own.username = 'keystrip'
    own.pathname = '/keystrip'
    bouncer = await startPgbouncer(own.href, folder, SESSIONS)
    // Two backends that start at once.
    await Promise.all([1, 2].map(() => migrate(bouncer.url)))
    db = connect({ url: bouncer.url, poolSize: CONNECTIONS })
  })
  afterAll(async () => {
    await db?.close()
    await admin?.end()
    await bouncer?.stop()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('migrations leave no lock in a session', async () => {
    const { rows } = await admin.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")
    expect(rows).toEqual([])
  })

  it('every session has the limits of statements, also one that is opened later', async () => {
    const settings = async () => {
      const answers = await Promise.all(
        Array.from({ length: 3 * CONNECTIONS }, () =>
          db.execute(sql`SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS statement,
            current_setting('lock_timeout') AS lock, current_setting('jit') AS jit,
            current_setting('idle_in_transaction_session_timeout') AS idle FROM pg_sleep(0.01)`),
        ),
      )
      return answers.flatMap(({ rows }) => rows)
    }
    const expected = { statement: '1s', lock: '750ms', jit: 'off', idle: '10s' }
    const before = await settings()
    // The server ends the sessions; the connections to PgBouncer stay.
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'keystrip'",
    )
    await expect.poll(() => settings().catch(() => []), { timeout: 10_000 }).not.toEqual([])
    const after = await settings()
    for (const row of [...before, ...after]) expect(row).toMatchObject(expected)
    const pids = (rows: Record<string, unknown>[]) => new Set(rows.map(({ pid }) => pid))
    expect(pids(before).size).toBe(SESSIONS)
    expect(pids(after).isDisjointFrom(pids(before))).toBe(true)
    // The next start changes nothing: sessions stay.
    await migrate(bouncer.url)
    expect(pids(await settings())).toEqual(pids(after))
  })

  it('a statement that takes too long fails, and transactions work', async () => {
    const slow = db.execute(sql`SELECT pg_sleep(30)`)
    await expect(slow).rejects.toSatisfy(isDatabaseUnavailable)
    const counted = await db.transaction(async (tx) => {
      await tx.execute(sql`INSERT INTO settings (name, value) VALUES ('a', 'b')`)
      return (await tx.execute(sql`SELECT name FROM settings WHERE name = 'a'`)).rows
    })
    expect(counted).toEqual([{ name: 'a' }])
  })
  it('nothing is prepared in a session that the next transaction may not have', async () => {
    const read = () => db.execute(sql`SELECT name FROM settings WHERE name = ${'nothing'}`)
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: CONNECTIONS }, read))
    }
    const answers = await Promise.all(
      Array.from({ length: CONNECTIONS }, () =>
        db.execute(sql`SELECT name FROM pg_prepared_statements, pg_sleep(0.01)`),
      ),
    )
    expect(answers.flatMap(({ rows }) => rows)).toEqual([])
  })
})
