import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TooLargeError } from '#lib/limits/read-bounded.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import { storageOf } from '#backend/storage/open.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { startS3 } from '#tests/support/s3.ts'

/*
 * What every storage does, in a folder and in a bucket of an S3-compatible server.
 */

const MB = 1024 * 1024
const DAY = '2026-06-01'
const BYTES = Buffer.from('0123456789')

describe.each(['a folder', 'a bucket'])('a storage in %s', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3>> | undefined
  let folder: string
  let storage: Storage
  let tests = 0
  beforeAll(async () => {
    if (kind === 'a bucket') s3 = await startS3()
    folder = await mkdtemp(path.join(os.tmpdir(), 'storage-'))
  })
  afterAll(async () => {
    await s3?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    tests += 1
    const place = `test-${tests}`
    const source = s3 ? { STORAGE_URL: s3.url.replace('?', `/${place}?`) } : {}
    ;({ storage } = await storageOf(source, path.join(folder, place)))
    await storage.write('object', BYTES)
  })
  const keys = async (list: AsyncIterable<string[]>) =>
    (await Array.fromAsync(list)).flat().toSorted()

  it('reads an object in whole or in part, as bytes, as a stream or as a file', async () => {
    const range = { start: 2, end: 4 }
    expect(await storage.size('object')).toBe(10)
    expect(await storage.writtenAt('object')).toBeInstanceOf(Date)
    expect((await storage.readBytes('object', range)).toString()).toBe('234')
    expect((await buffer(await storage.read('object', range))).toString()).toBe('234')
    const seen = await storage.withFile('object', async (file) => ({
      file,
      bytes: await readFile(file),
    }))
    expect(seen.bytes).toEqual(BYTES)
  })

  it('reports an object that is missing, and one that is shorter than recorded, as missing', async () => {
    const range = { start: 0, end: 3 }
    expect(await storage.size('none')).toBeNull()
    expect(await storage.writtenAt('none')).toBeNull()
    for (const read of [
      () => storage.read('none', range),
      () => storage.readBytes('none', range),
      () => storage.readBytes('object', { start: 5, end: 10 }),
      () => storage.readBytes('object', { start: 20, end: 30 }),
    ]) {
      await expect(read).rejects.toThrow(ObjectMissingError)
    }
  })

  it('writes a stream of several parts and returns its size and hash', async () => {
    const part = randomBytes(MB)
    const parts = Array.from({ length: 20 }, () => part)
    const written = await storage.writeStream('large', parts, { maxBytes: 20 * MB })
    expect(written.size).toBe(20 * MB)
    const end = await storage.readBytes('large', { start: 19 * MB, end: 20 * MB - 1 })
    expect(end.equals(part)).toBe(true)
  })

  it('leaves nothing of a stream that is too long, is aborted, or fails', async () => {
    async function* failing() {
      yield BYTES
      throw new Error('connection lost')
    }
    const write = (bytes: AsyncIterable<Uint8Array> | Uint8Array[], signal?: AbortSignal) =>
      storage.writeStream('other', bytes, { maxBytes: 10, ...(signal && { signal }) })
    await expect(write([BYTES, BYTES])).rejects.toThrow(TooLargeError)
    await expect(write(failing())).rejects.toThrow('connection lost')
    await expect(write([BYTES], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(await storage.size('other')).toBeNull()
    expect(await keys(storage.keys())).toEqual(['object'])
  })

  it('leaves nothing of a stream of several parts that fails', async () => {
    async function* failing() {
      for (let sent = 0; sent < 20; sent += 1) yield randomBytes(MB)
      throw new Error('connection lost')
    }
    const writing = storage.writeStream('other', failing(), { maxBytes: 50 * MB })
    await expect(writing).rejects.toThrow('connection lost')
    expect(await storage.size('other')).toBeNull()
  })

  it('replaces, deletes and lists objects', async () => {
    await storage.write('object', Buffer.from('new'))
    expect(await storage.size('object')).toBe(3)
    await storage.write('another', BYTES)
    expect(await keys(storage.keys())).toEqual(['another', 'object'])
    await storage.remove('another')
    await storage.remove('another')
    expect(await keys(storage.keys())).toEqual(['object'])
  })

  it('moves objects into the trash of a day and back, unless their key exists again', async () => {
    expect(await storage.trash.add('object', DAY)).toBe(true)
    expect(await storage.trash.add('object', DAY)).toBe(false)
    expect(await storage.size('object')).toBeNull()
    expect(await storage.trash.days()).toEqual([DAY])
    expect(await keys(storage.trash.keys(DAY))).toEqual(['object'])
    await storage.write('object', Buffer.from('new'))
    expect(await storage.trash.restore('object', DAY)).toBe(false)
    await storage.remove('object')
    expect(await storage.trash.restore('object', DAY)).toBe(true)
    expect(await storage.size('object')).toBe(10)
    await storage.trash.add('object', DAY)
    await storage.trash.empty(DAY)
    expect(await keys(storage.trash.keys(DAY))).toEqual([])
  })

  it('keeps the id of its database apart from the objects', async () => {
    expect(await storage.databaseId()).toBeNull()
    await storage.setDatabaseId('one-database')
    expect(await storage.databaseId()).toBe('one-database')
    expect(await keys(storage.keys())).toEqual(['object'])
  })

  it('refuses keys that the backend does not make', async () => {
    await expect(async () => storage.write('../escape', BYTES)).rejects.toThrow('invalid key')
    await expect(async () => storage.trash.add('object', '../..')).rejects.toThrow('invalid day')
  })
})
