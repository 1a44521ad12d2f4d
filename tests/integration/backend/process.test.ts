// @module-tag long
import { fork } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connect } from '#backend/db/connect.ts'
import { migrate } from '#backend/db/migrate.ts'
import { projects } from '#backend/db/tables.ts'
import { getProject } from '#backend/services/project/select.ts'
import { importProject } from '#backend/services/project/import.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { headOnly } from '#tests/support/head.ts'
import { startDatabase, startPglite } from '#tests/support/database.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { isRunning } from '#tests/support/processes.ts'

const MEGABYTE = 1024 * 1024
/** More than the sockets of both sides take in. */
const BYTES = Buffer.alloc(48 * MEGABYTE, 'x')

let folder: string
let database: Awaited<ReturnType<typeof startDatabase>>
let fileUrl: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'process-'))
  database = await startDatabase()
  const db = connect(database)
  const storage = createFolderStorage(path.join(folder, 'files'))
  const workers = createBackendPool()
  const file = { name: 'large.iconpack', bytes: BYTES }
  const id = await importProject({ db, storage, workers }, buildDemoProject({ file }), 'large')
  fileUrl = (await getProject(db, 'icon', id)).file?.url ?? ''
  workers.close()
  await db.close()
})
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true })
})

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

function spawn(variables: Record<string, string> = {}) {
  const backend = spawnBackend({
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '1',
    DATA_DIR: folder,
    ...variables,
  })
  cleanups.push(backend.stop)
  return backend
}

async function begin(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => get(url, resolve).once('error', reject))
}

/** It would wait for a minute, if it waited. */
const PATIENT = { STOP_SECONDS: '60' }

describe('the backend on a stop signal', () => {
  it('finishes running downloads, accepts no new requests, and exits with 0', async () => {
    const backend = spawn(PATIENT)
    const address = await backend.listening
    const download = await begin(`${address}${fileUrl}`)
    backend.child.kill('SIGTERM')
    await expect
      .poll(() => begin(`${address}/livez`).catch((error: unknown) => String(error)))
      .toContain('ECONNREFUSED')
    expect(backend.child.exitCode).toBeNull()
    let received = 0
    for await (const chunk of download) received += z.instanceof(Buffer).parse(chunk).byteLength
    expect(received).toBe(BYTES.byteLength)
    const begun = performance.now()
    expect(await backend.ended).toEqual({ code: 0, complaint: '' })
    expect(performance.now() - begun).toBeLessThan(30_000)
  })

  it('goes on answering while it drains, with /readyz 503', async () => {
    const backend = spawn({ DRAIN_SECONDS: '60' })
    const address = await backend.listening
    backend.child.kill('SIGTERM')
    await expect.poll(async () => (await headOnly(fetch(`${address}/readyz`))).status).toBe(503)
    const list = await headOnly(fetch(`${address}/api/v1/icon/list`))
    expect(list.status).toBe(200)
    expect(list.headers.get('connection')).toBe('close')
    backend.child.kill('SIGKILL')
    await backend.ended
  })

  it('does not wait for idle connections', async () => {
    const backend = spawn(PATIENT)
    await (await fetch(`${await backend.listening}/livez`)).text()
    const begun = performance.now()
    expect(await backend.stop()).toMatchObject({ code: 0 })
    expect(performance.now() - begun).toBeLessThan(30_000)
  })

  it('also stops when its parent process is killed', async () => {
    const backend = spawn()
    await backend.listening
    backend.child.disconnect()
    expect(await backend.ended).toMatchObject({ code: 0 })
  })
})

describe('a backend that cannot start prints the reason in one sentence', () => {
  it('for a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    cleanups.push(() => new Promise((resolve) => other.close(resolve)))
    const { port } = z.object({ port: z.number() }).parse(other.address())
    expect(await spawn({ BACKEND_PORT: String(port) }).ended).toEqual({
      code: 1,
      complaint: `Port ${port} is in use. Set BACKEND_PORT to a free port.\n`,
    })
  })

  it('for an invalid variable, without its value', async () => {
    const end = await spawn({ INTERNAL_SECRET: 'hush', DATABASE_URL: '' }).ended
    expect(end.code).toBe(1)
    expect(end.complaint).toMatch(/^Configuration: .*DATABASE_URL.*INTERNAL_SECRET.*\n$/)
    expect(end.complaint).not.toContain('hush')
  })

  it('for an unavailable database', async () => {
    const end = await spawn({ DATABASE_URL: 'postgres://postgres@127.0.0.1:9/x' }).ended
    expect(end).toEqual({
      code: 1,
      complaint: 'The database cannot be reached (ECONNREFUSED); check DATABASE_URL.\n',
    })
  })
})

describe('the embedded database', () => {
  it('waits for another process that has it open, and opens it after its kill', async () => {
    const target = path.join(await mkdtemp(path.join(os.tmpdir(), 'lock-')), 'database')
    cleanups.push(() => rm(path.dirname(target), { recursive: true, force: true }))
    const first = await startPglite(target)
    const second = startPglite(target)
    await migrate(first.url)
    await first.kill()
    const { url, stop } = await second
    cleanups.push(stop)
    const db = connect({ url, poolSize: 1 })
    cleanups.push(() => db.close())
    // The tables are those that the first one made.
    expect(await db.select().from(projects)).toEqual([])
  })

  it('is refused while its lock is held, whatever a lock file of an earlier version contains', async () => {
    const file = path.join(folder, 'embedded.lock')
    await writeFile(file, path.join(folder, 'no-listener'))
    const release = await takeLock(file, 0)
    await expect(takeLock(file, 0)).rejects.toThrow(`Another process uses ${folder}/embedded;`)
    await release()
    await (
      await takeLock(file, 0)
    )()
    expect((await readdir(folder)).filter((name) => name.startsWith('embedded'))).toEqual([
      'embedded.lock',
    ])
  })

  it('ends with its parent even if that is killed while it opens', async () => {
    const parent = path.join(folder, 'parent.mjs')
    const script = path.resolve('scripts/pglite/pglite.ts')
    await writeFile(
      parent,
      `import { fork } from 'node:child_process'
       const child = fork(${JSON.stringify(script)}, ['--memory'], { stdio: 'ignore' })
       child.once('spawn', () => process.send(child.pid))`,
    )
    const child = fork(parent, { execPath: path.resolve('node_modules/.bin/node') })
    const pid = await new Promise((resolve) => child.once('message', resolve))
    child.kill('SIGKILL')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})
