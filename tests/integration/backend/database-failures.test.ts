import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { connect, migrate } from '#backend/db/connect.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { quietParts, startTestBackend } from '#tests/support/backend.ts'
import { startPglite } from '#tests/support/database.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

function appOn(url: string) {
  const db = connect({ url, poolSize: 1 })
  cleanups.push(() => db.close())
  const app = createApp(quietParts(db, createFolderStorage(os.tmpdir())))
  return { app, db }
}

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
    expect((await app.request('/livez')).status).toBe(200)
    const ready = await app.request('/readyz')
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready.json()).toMatchObject({ data: { database: 'failing', files: 'ok' } })
  })

  it('is used again without a restart once it is available', async () => {
    const database = await startPglite()
    const folder = decodeURIComponent(new URL(database.url).searchParams.get('host') ?? '')
    const { app } = appOn(database.url)
    await migrate(database.url)
    expect((await app.request('/readyz')).status).toBe(200)
    await database.kill()
    expect((await app.request('/readyz')).status).toBe(503)
    await rm(folder, { recursive: true, force: true })
    const restarted = await startPglite()
    cleanups.push(restarted.stop)
    const { symlink } = await import('node:fs/promises')
    await symlink(decodeURIComponent(new URL(restarted.url).searchParams.get('host') ?? ''), folder)
    cleanups.push(() => rm(folder))
    expect((await app.request('/readyz')).status).toBe(200)
  })
})

describe('a statement', () => {
  it.runIf(process.env['TEST_DATABASE_URL'])('that exceeds the timeout is a 503', async () => {
    const backend = await startTestBackend()
    cleanups.push(backend.stop)
    await expect(backend.db.execute(sql`SELECT pg_sleep(5)`)).rejects.toSatisfy(
      isDatabaseUnavailable,
    )
  })

  it('that is invalid does not mark the database unavailable', async () => {
    const backend = await startTestBackend()
    cleanups.push(backend.stop)
    for (let round = 0; round < 10; round++) {
      const invalid = backend.db.execute(sql`SELECT 'connection' FROM nowhere`)
      await expect(invalid).rejects.toSatisfy((error) => !isDatabaseUnavailable(error))
      expect((await backend.app.request('/readyz')).status).toBe(200)
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
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const target = path.join(folder, 'database')
  const { fork } = await import('node:child_process')
  const child = fork('scripts/pglite.ts', [target], {
    execPath: path.resolve('node_modules/.bin/node'),
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const hasStarted = async () => (await readdir(folder)).includes('database.initialising')
  await expect.poll(hasStarted, { timeout: 15_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await exited
  expect(await readdir(folder)).not.toContain('database')

  const database = await startPglite(target)
  cleanups.push(database.stop)
  await migrate(database.url)
  expect(await readdir(folder)).toEqual(['database', 'database.lock'])
})
