import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DrizzleQueryError, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '#backend/app.ts'
import { connect, migrate } from '#backend/db/connect.ts'
import { isDatabaseUnwell } from '#backend/db/is-unwell.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { quietParts, startPglite, startTestBackend } from '#tests/support/backend.ts'

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

describe('a database that is away', () => {
  it('is a 503 in the envelope; the process itself lives', async () => {
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

  it('is used again when it is back, without a restart', async () => {
    const database = await startPglite()
    const folder = decodeURIComponent(new URL(database.url).searchParams.get('host') ?? '')
    const { app } = appOn(database.url)
    await migrate(database.url)
    expect((await app.request('/readyz')).status).toBe(200)
    await database.kill()
    expect((await app.request('/readyz')).status).toBe(503)
    await rm(folder, { recursive: true, force: true })
    const again = await startPglite()
    cleanups.push(again.stop)
    const { symlink } = await import('node:fs/promises')
    await symlink(decodeURIComponent(new URL(again.url).searchParams.get('host') ?? ''), folder)
    cleanups.push(() => rm(folder))
    expect((await app.request('/readyz')).status).toBe(200)
  })
})

describe('a statement', () => {
  it.runIf(process.env['TEST_DATABASE_URL'])('that takes too long is a 503', async () => {
    const backend = await startTestBackend()
    cleanups.push(backend.stop)
    await expect(backend.db.execute(sql`SELECT pg_sleep(5)`)).rejects.toSatisfy(isDatabaseUnwell)
  })

  it('that is wrong is not the database’s fault, and the next one is served', async () => {
    const backend = await startTestBackend()
    cleanups.push(backend.stop)
    for (let round = 0; round < 10; round++) {
      const wrong = backend.db.execute(sql`SELECT 'connection' FROM nowhere`)
      await expect(wrong).rejects.toSatisfy((error) => !isDatabaseUnwell(error))
      expect((await backend.app.request('/readyz')).status).toBe(200)
    }
  })

  it.each([
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
  ])('that the driver gives up with “%s” is a 503', (message) => {
    expect(isDatabaseUnwell(new DrizzleQueryError('SELECT 1', [], new Error(message)))).toBe(true)
  })
})

it('a kill during the very first start of the embedded database spoils nothing', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'first-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const target = path.join(folder, 'database')
  const { fork } = await import('node:child_process')
  const child = fork('scripts/pglite.ts', [target], {
    execPath: path.resolve('node_modules/.bin/node'),
    stdio: 'ignore',
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const begun = async () => (await readdir(folder)).includes('database.initialising')
  await expect.poll(begun, { timeout: 15_000, interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await gone
  expect(await readdir(folder)).not.toContain('database')

  const database = await startPglite(target)
  cleanups.push(database.stop)
  await migrate(database.url)
  expect(await readdir(folder)).toEqual(['database', 'database.lock'])
})
