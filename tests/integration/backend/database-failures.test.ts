// @module-tag long
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { Client } from 'pg'
import pino from 'pino'
import { describe, expect, it, vi, onTestFinished } from 'vitest'
import { createFailureLog } from '#lib/log/failures.ts'
import { createApp } from '#backend/app.ts'
import type { AppEnv } from '#backend/dependencies.ts'
import { createErrorHandler } from '#backend/http/envelope.ts'
import { connect } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { getProject } from '#backend/services/project/select.ts'
import { importProject } from '#backend/services/project/import.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { quietParts, startTestBackend } from '#tests/support/backend.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { headOnly } from '#tests/support/head.ts'
import { startPglite } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait.ts'

function appOn(url: string) {
  const db = connect({ url, poolSize: 1 })
  onTestFinished(() => db.close())
  const app = createApp(quietParts(db, createFolderStorage(os.tmpdir())))
  return { app, db }
}

/** Tests start and migrate an embedded database, which takes three seconds of a core. */
vi.setConfig({ testTimeout: 180_000 })

describe('an unavailable database', () => {
  it('is a 503 in the envelope; the process stays alive', async () => {
    const { app } = appOn('postgres://postgres@127.0.0.1:9/postgres')
    for (const address of ['/api/v1/icon/list', '/api/v1/icon/x', '/api/v1/file/x/y']) {
      const response = await app.request(address)
      expect(response.status, address).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      const text = await response.text()
      expect(JSON.parse(text)).toMatchObject({ code: 503, data: null })
      expect(text).not.toMatch(/127\.0\.0\.1|select|stack/i)
    }
    expect((await headOnly(app.request('/livez'))).status).toBe(200)
    const ready = await app.request('/readyz')
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready.json()).toMatchObject({ data: { database: 'failing', files: 'ok' } })
  })

  it('between two statements of a transaction is a failure of that transaction; the process stays alive', async () => {
    const database = await startPglite()
    onTestFinished(database.stop)
    const db = connect({ url: database.url, poolSize: 1 })
    onTestFinished(() => db.close())
    const ended = new Promise<void>((resolve) => {
      db.$client.once('connect', (client) => client.once('end', resolve))
    })
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
      await Promise.all([database.kill(), ended])
      await tx.execute(sql`SELECT 2`)
    })
    const [result] = await Promise.allSettled([work])
    const reason: unknown = result.status === 'rejected' ? result.reason : undefined
    expect(isDatabaseUnavailable(reason)).toBe(true)
  })

  it('at the beginning of a transaction gives its connection back', async () => {
    const database = await startPglite()
    onTestFinished(database.stop)
    const silentMs = 60_000
    const db = connect({ url: database.url, poolSize: 1, silentMs })
    onTestFinished(() => db.close())
    const one = () => db.transaction(async (tx) => (await tx.execute(sql`SELECT 1 AS one`)).rows)
    await expect(one()).resolves.toEqual([{ one: 1 }])
    // The embedded database has one session, which another client keeps.
    const other = new Client({ connectionString: database.url })
    await other.connect()
    await other.query('BEGIN')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const begun = Promise.allSettled([one()])
    // BEGIN waits for its answer.
    await waitUntil(() => vi.getTimerCount() > 0)
    await vi.advanceTimersByTimeAsync(silentMs)
    expect(await begun).toMatchObject([
      { status: 'rejected', reason: { message: expect.stringContaining('Failed query') } },
    ])
    vi.useRealTimers()
    await other.query('COMMIT')
    await other.end()
    await expect(one()).resolves.toEqual([{ one: 1 }])
  })

  it('serves files that were asked for within five minutes', async () => {
    const database = await startPglite()
    onTestFinished(database.stop)
    await migrate(database.url)
    const db = connect({ url: database.url, poolSize: 1 })
    onTestFinished(() => db.close())
    const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const parts = quietParts(db, createFolderStorage(folder))
    let now = new Date()
    const app = createApp({ ...parts, clock: () => now })
    const file = { name: 'weather.iconpack', bytes: Buffer.from('a whole pack') }
    const id = await importProject(parts, buildDemoProject({ file }), 'weather')
    const project = await getProject(db, 'icon', id)
    const url = project.file?.url ?? ''
    const other = project.cover.url
    expect((await headOnly(app.request(url))).status).toBe(200)
    await database.kill()
    const known = await app.request(url)
    expect([known.status, await known.text()]).toEqual([200, 'a whole pack'])
    expect((await headOnly(app.request(other))).status).toBe(503)
    now = new Date(now.getTime() + 300_001)
    expect((await headOnly(app.request(url))).status).toBe(503)
  })

  it('is used again without a restart once it is available', async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), 'restarted-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    const start = () => startPglite(path.join(parent, 'database'), path.join(parent, 'socket'))
    const database = await start()
    await migrate(database.url)
    const { app } = appOn(database.url)
    // A machine that is busy may take longer than the pool waits for a connection.
    const status = async () => (await headOnly(app.request('/readyz'))).status
    await expect.poll(status).toBe(200)
    await database.kill()
    expect(await status()).toBe(503)
    const restarted = await start()
    onTestFinished(restarted.stop)
    await expect.poll(status).toBe(200)
  })
})

describe('a statement', () => {
  it.runIf(process.env['TEST_DATABASE_URL'])('that exceeds the timeout is a 503', async () => {
    const backend = await startTestBackend()
    onTestFinished(backend.stop)
    await expect(backend.db.execute(sql`SELECT pg_sleep(5)`)).rejects.toSatisfy(
      isDatabaseUnavailable,
    )
  })

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'that waits too long for a row of another connection is 503 busy, and works once the row is free',
    async () => {
      const backend = await startTestBackend()
      onTestFinished(backend.stop)
      const id = await backend.add()
      const holder = new Client({ connectionString: backend.database.url })
      await holder.connect()
      onTestFinished(() => holder.end())
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM projects WHERE id = $1 FOR UPDATE', [id])
      const app = new Hono<AppEnv>()
      const reports: string[] = []
      const log = pino({ level: 'warn' }, { write: (line: string) => void reports.push(line) })
      app.use(async (c, next) => (c.set('log', log), next()))
      app.get('/', async (c) => {
        await backend.db.transaction((tx) =>
          tx.execute(sql`UPDATE projects SET title = title WHERE id = ${id}`),
        )
        return c.text('written')
      })
      app.onError(createErrorHandler(createFailureLog(log)))
      const refused = await app.request('/')
      // Busy: the limit of locks ended it, before that of statements.
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
      expect(await refused.json()).toMatchObject({ code: 503, reason: 'busy' })
      expect(reports.join()).toContain('a row was locked for too long')
      expect(reports.join(), 'the database has not failed').not.toContain('database failed')
      await holder.query('ROLLBACK')
      expect(await (await app.request('/')).text()).toBe('written')
    },
  )

  it('that is invalid does not mark the database unavailable', async () => {
    const backend = await startTestBackend()
    onTestFinished(backend.stop)
    for (let round = 0; round < 10; round++) {
      const invalid = backend.db.execute(sql`SELECT 'connection' FROM nowhere`)
      await expect(invalid).rejects.toSatisfy((error) => !isDatabaseUnavailable(error))
      expect((await headOnly(backend.app.request('/readyz'))).status).toBe(200)
    }
  })

  it.each([
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
  ])('that fails with “%s” is a 503', (message) => {
    expect(isDatabaseUnavailable(new DrizzleQueryError('SELECT 1', [], new Error(message)))).toBe(
      true,
    )
  })
})

it('a kill during the first start of the embedded database leaves no partial database', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'first-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const target = path.join(folder, 'database')
  const { fork } = await import('node:child_process')
  const child = fork('scripts/pglite/pglite.ts', [target], {
    execPath: path.resolve('node_modules/.bin/node'),
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const hasStarted = async () => (await readdir(folder)).includes('database.initialising')
  await expect.poll(hasStarted).toBe(true)
  child.kill('SIGKILL')
  await exited
  expect(await readdir(folder)).not.toContain('database')

  const database = await startPglite(target)
  onTestFinished(database.stop)
  await migrate(database.url)
  expect(await readdir(folder)).toEqual(['database', 'database.address', 'database.lock'])
})
