import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'

/** Set by database-setup.ts: the name of the template database on the server. */
export const TEMPLATE_VARIABLE = 'TEST_DATABASE_TEMPLATE'
/** Set by database-setup.ts: the port on which PGlite databases are lent. */
export const LENDER_VARIABLE = 'TEST_DATABASE_LENDER'

const root = path.resolve(import.meta.dirname, '../..')
const urlSchema = z.object({ url: z.string() })

/**
 * A migrated database without rows: on the server that `TEST_DATABASE_URL` names, otherwise on
 * PGlite. Copied from the template of the test run where there is one.
 */
export async function startDatabase() {
  const server = process.env['TEST_DATABASE_URL']
  if (server) return createOnServer(server)
  const port = process.env[LENDER_VARIABLE]
  if (port) return borrow(Number(port))
  const database = await startPglite()
  await migrate(database.url)
  return { url: database.url, poolSize: 1, stop: database.stop }
}

async function createOnServer(server: string) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = process.env[TEMPLATE_VARIABLE]
  await runOnServer(server, `CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`)
  // A test never stops the server, so a commit need not wait for the disk.
  await runOnServer(server, `ALTER DATABASE ${name} SET synchronous_commit = off`)
  const url = databaseUrl(server, name)
  if (!template) await migrate(url)
  return { url, poolSize: 4, stop: () => runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** A database on the server of the tests (`TEST_DATABASE_URL`) without tables. */
export async function createEmptyDatabase() {
  const server = process.env['TEST_DATABASE_URL'] ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnServer(server, `CREATE DATABASE ${name}`)
  const stop = () => runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  return { url: databaseUrl(server, name), stop }
}

async function borrow(port: number) {
  const socket = connectSocket(port, '127.0.0.1')
  const [message] = await once(socket, 'data')
  const { url } = urlSchema.parse(JSON.parse(String(message)))
  const stop = async () => {
    const closed = once(socket, 'close')
    socket.end()
    await closed
  }
  return { url, poolSize: 1, stop }
}

/**
 * Starts PGlite in a process of its own, in memory or on a folder, without migrations.
 * @param socket the folder that it listens in.
 * @param code root of this or of another copy of the repository.
 */
export async function startPglite(target = '--memory', socket?: string, code = root) {
  const args = [target, ...(socket === undefined ? [] : ['--socket', socket])]
  const child = fork(path.join(code, 'scripts/pglite/pglite.ts'), args, {
    execPath: path.join(root, 'node_modules/.bin/node'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(urlSchema.parse(message).url))
    child.once('exit', (code) => reject(new Error(`PGlite ended with ${code}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { url, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Runs one statement outside of a transaction, such as `CREATE DATABASE`. */
export async function runOnServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/**
 * Deletes the rows of every table, with triggers and foreign keys off. Not TRUNCATE, which creates
 * new files for each table and index: on a server that takes a second. The time limit is above the
 * backend's own, for a busy disk. A job that still runs may hold a row and wait for one that is deleted
 * here: the job gives up, after the backend's own limit.
 */
export async function emptyTables(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT set_config('session_replication_role', 'replica', true),
      set_config('statement_timeout', '3000', true), set_config('lock_timeout', '0', true),
      set_config('deadlock_timeout', '3000', true)`)
    await tx.execute(sql`DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
          EXECUTE format('DELETE FROM %I', name);
        END LOOP;
      END $$`)
  })
}
