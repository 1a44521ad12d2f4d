import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#backend/db/migrate.ts'
import { databaseUrl, LENDER_VARIABLE, runOnServer, TEMPLATE_VARIABLE } from './database.ts'
import { hasPostgres, startMemoryPostgres } from './engines/postgres.ts'

/**
 * Prepares the template that the databases of all test files are copied from: a database on the
 * server that `TEST_DATABASE_URL` names, or on one in memory where PostgreSQL is installed. Otherwise, and
 * where the variable is empty, one of PGlite.
 */
export default async function setUpDatabases() {
  const {
    TEST_DATABASE_URL: named,
    [TEMPLATE_VARIABLE]: template,
    [LENDER_VARIABLE]: lender,
  } = process.env
  // Prepared for another project of the same run.
  if (template !== undefined || lender !== undefined) return undefined
  if (named !== undefined) return named === '' ? startLending() : createServerTemplate(named)
  if (!hasPostgres()) return startLending()
  const server = await startMemoryPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  await createServerTemplate(server.url)
  return server.stop
}

async function createServerTemplate(server: string) {
  const name = `test_template_${process.pid}`
  await runOnServer(server, `CREATE DATABASE ${name}`)
  await migrate(databaseUrl(server, name))
  process.env[TEMPLATE_VARIABLE] = name
  return () => runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
}

/**
 * Lends PGlite databases: a test file connects and receives `{url}`; the database is dropped when
 * the connection ends. Nothing is started before the first request.
 */
async function startLending() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'databases-'))
  const children: ChildProcess[] = []
  const idle: ChildProcess[] = []
  let first: Promise<unknown> | undefined

  function startLender(): ChildProcess {
    const template = path.join(folder, 'template.tar')
    const child = fork(path.join(import.meta.dirname, 'pglite-lender.ts'), [template])
    children.push(child)
    return child
  }

  /** Sends a command to a lender and waits for its answer. */
  async function ask(lender: ChildProcess, command: 'open' | 'close'): Promise<unknown> {
    // Removes the listener of the event that did not occur.
    const listening = new AbortController()
    const { signal } = listening
    const answered = Promise.race([
      once(lender, 'message', { signal }),
      once(lender, 'exit', { signal }),
    ]).finally(() => listening.abort())
    lender.send(command)
    const [message] = await answered
    return message
  }

  async function lend(socket: Socket): Promise<void> {
    // A killed client resets the connection, which drops its database as well.
    const released = once(socket.resume(), 'end').catch(() => undefined)
    // The first lender creates the template, which the others wait for.
    await first
    const lender = idle.pop() ?? startLender()
    const opened = ask(lender, 'open')
    first ??= opened.catch(() => undefined)
    socket.write(JSON.stringify(await opened))
    await released
    await ask(lender, 'close')
    idle.push(lender)
    socket.end()
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    lend(socket).catch((error: unknown) => {
      console.error(error)
      socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  process.env[LENDER_VARIABLE] = String(typeof address === 'object' ? address?.port : '')
  return async () => {
    server.close()
    const exits = children.map((child) => child.connected && once(child, 'exit'))
    for (const child of children) if (child.connected) child.disconnect()
    await Promise.all(exits)
    await rm(folder, { recursive: true, force: true })
  }
}
