import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect as connectTo } from 'node:net'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { connect } from '#backend/db/connect.ts'
import { visits } from '#backend/db/tables.ts'
import { getProject } from '#backend/services/project/select.ts'
import { importProject } from '#backend/services/project/import.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { createBackendPool } from '#backend/worker/pool.ts'
import { registerOver } from '#tests/support/api-client.ts'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { buildDemoProject } from '#tests/support/builders.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { startDatabase } from '#tests/support/database.ts'
import { openFilesIn } from '#tests/support/open-files.ts'
import { openBody, resumableClient } from '#tests/support/resumable.ts'
import { waitFor } from '#tests/support/wait.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const MEGABYTE = 1024 * 1024
/** More than the sockets of both sides take in. */
const BYTES = Buffer.alloc(48 * MEGABYTE, 'x')
const PACK = buildStandardFile('icon', 2 * MEGABYTE)
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'

const folder = await scratchFolder()
const database = await stoppedAtEnd(startDatabase())
const db = connect(database)
const storage = createFolderStorage(path.join(folder, 'files'))
const workers = createBackendPool()
const project = buildDemoProject({ file: { name: 'large.iconpack', bytes: BYTES } })
const id = await importProject({ db, storage, workers }, project, 'large')
const shown = await getProject(db, 'icon', id)
const file = { url: shown.file?.url ?? '', sha256: shown.file?.sha256 ?? '' }
workers.close()
await db.close()
const backend = spawnBackend({
  DATABASE_URL: database.url,
  DATABASE_POOL_SIZE: '1',
  DATA_DIR: folder,
})
const base = await backend.listening
const api = `${base}/api/v1`
const token = await registerOver(api, folder)
const own = { authorization: `Bearer ${token}` }
afterAll(() => backend.stop())

/** The stored files that the backend has open. */
const openFiles = () => openFilesIn(path.join(folder, 'files'), backend.child.pid)
const expectOpen = (count: number) =>
  waitFor(async () => expect(await openFiles()).toHaveLength(count))
const expectNoneOpen = () => expectOpen(0)

/** The head of a request. */
function headOf(method: string, target: string, headers: Record<string, string> = {}): string {
  const all = { host: 'localhost', 'user-agent': AGENT, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** A connection on which something was sent. */
async function send(text: string) {
  const socket = connectTo(Number(new URL(base).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

describe.skipIf(!existsSync('/proc/self/fd'))('the backend closes the file', () => {
  // The first download: one of the same network is not counted again.
  it('of a client that leaves while its download is counted', async () => {
    const db = connect(database)
    await db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE ${visits} IN EXCLUSIVE MODE`)
      const socket = await send(headOf('GET', file.url))
      await expectOpen(1)
      expect(socket.bytesRead).toBe(0)
      socket.destroy()
      await once(socket, 'close')
    })
    await db.close()
    await expectNoneOpen()
  })

  it.each([1, 3])('of %i requests of a client that leaves at once', async (count) => {
    for (let round = 0; round < 10; round += 1) {
      const socket = await send(headOf('GET', file.url).repeat(count))
      socket.destroy()
    }
    await expectNoneOpen()
  })

  it.each([1, 3])('of %i requests of a client that leaves before it reads', async (count) => {
    const socket = await send(headOf('GET', file.url).repeat(count))
    await expectOpen(count)
    socket.destroy()
    await expectNoneOpen()
  })

  it.each([1, 3])('of %i requests of a client that leaves while it reads', async (count) => {
    const socket = await send(headOf('GET', file.url).repeat(count))
    await once(socket, 'data')
    await expectOpen(count)
    socket.destroy()
    await expectNoneOpen()
  })

  it.each([
    ['GET', 200, BYTES.length, {}],
    ['GET', 206, MEGABYTE, { range: `bytes=0-${MEGABYTE - 1}` }],
    ['GET', 206, 4, { range: 'bytes=0-3' }],
    ['GET', 416, undefined, { range: `bytes=${BYTES.length}-` }],
    ['GET', 304, 0, { 'if-none-match': '*' }],
    ['HEAD', 200, 0, {}],
    ['HEAD', 206, 0, { range: `bytes=0-${MEGABYTE - 1}` }],
    ['HEAD', 304, 0, { 'if-none-match': '*' }],
  ])('after an answer to %s with %i and %s bytes', async (method, status, size, headers) => {
    for (const address of [file.url, `/api/v1/file/sha256/${file.sha256}`]) {
      const answer = await fetch(base + address, { method, headers: new Headers(headers) })
      expect(answer.status).toBe(status)
      const { byteLength } = await answer.arrayBuffer()
      expect(byteLength).toBe(size ?? byteLength)
    }
    await expectNoneOpen()
  })

  it('of an upload that breaks off', async () => {
    const head = headOf('POST', '/api/v1/file/upload', {
      ...own,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(BYTES.length),
    })
    const parts = ['name="purpose"\r\n\r\nproject', 'name="file"; filename="a.iconpack"\r\n\r\n']
    const form = parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}`).join('\r\n')
    const socket = await send(head + form + PACK.toString('latin1'))
    await expectOpen(1)
    socket.destroy()
    await expectNoneOpen()
  })

  it('of an upload that breaks off and can be continued', async () => {
    const client = resumableClient((address, init) => fetch(api + address, init), token)
    const { id } = await client.begin({ size: BYTES.length, name: 'a.iconpack' })
    const { body, cut } = openBody(PACK)
    const sent = client.patch(id, 0, body).catch(() => null)
    await expectOpen(1)
    await cut()
    await sent
    await expectNoneOpen()
  })

  it('and ends without a warning', async () => {
    expect(await backend.stop()).toEqual({ code: 0, complaint: '' })
  })
})
