import { mkdir, mkdtemp, open, readdir, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooLargeError } from '#lib/limits/read-bounded.ts'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { ObjectMissingError, StorageError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'

const BYTES = Buffer.from('0123456789')
let folder: string
let storage: Storage
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'storage-'))
  storage = createFolderStorage(folder)
  await storage.write('object', BYTES)
  // A link to itself fails with ELOOP, a folder in place of a file with EISDIR.
  await symlink(path.join(folder, 'ob/ob-loop'), path.join(folder, 'ob/ob-loop'))
  await mkdir(path.join(folder, 'ob/ob-folder'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const failureOf = async (operation: Promise<unknown>) => {
  const [result] = await Promise.allSettled([operation])
  return result.status === 'rejected' ? result.reason.constructor : undefined
}
const range = { start: 2, end: 4 }

describe('an object', () => {
  it('is read in whole or in part, as bytes or as a stream', async () => {
    expect(await storage.size('object')).toBe(10)
    expect(await storage.writtenAt('object')).toBeInstanceOf(Date)
    expect((await storage.readBytes('object', range)).toString()).toBe('234')
    expect((await buffer(await storage.read('object', range))).toString()).toBe('234')
  })

  it('that is missing has no size and no time, and reading it fails as missing', async () => {
    expect(await storage.size('none')).toBeNull()
    expect(await storage.writtenAt('none')).toBeNull()
    expect(await failureOf(storage.read('none', range))).toBe(ObjectMissingError)
    expect(await failureOf(storage.readBytes('none', range))).toBe(ObjectMissingError)
  })

  it('that is shorter than the range fails as missing', async () => {
    expect(await failureOf(storage.readBytes('object', { start: 5, end: 10 }))).toBe(
      ObjectMissingError,
    )
  })

  it('that cannot be read is a failure, never a missing object', async () => {
    expect(await failureOf(storage.size('ob-loop'))).toBe(StorageError)
    expect(await failureOf(storage.writtenAt('ob-loop'))).toBe(StorageError)
    for (const key of ['ob-loop', 'ob-folder']) {
      expect(await failureOf(storage.read(key, range)), key).toBe(StorageError)
      expect(await failureOf(storage.readBytes(key, range)), key).toBe(StorageError)
    }
  })
})

describe('the folder', () => {
  it('that cannot be listed is a failure, not an empty storage', async () => {
    await symlink(path.join(folder, 'lo'), path.join(folder, 'lo'))
    expect(await failureOf(Array.fromAsync(storage.keys()))).toBe(StorageError)
    expect(await failureOf(storage.removeUnfinished(new Date()))).toBe(StorageError)
  })

  it('whose database id cannot be read is a failure, not a folder without one', async () => {
    expect(await storage.databaseId()).toBeNull()
    await mkdir(path.join(folder, '.database-id'))
    expect(await failureOf(storage.databaseId())).toBe(StorageError)
  })

  it('does not restore an object from the trash over one that cannot be read', async () => {
    await storage.write('ob-trashed', BYTES)
    await storage.trash.add('ob-trashed', '2026-06-01')
    const target = path.join(folder, 'ob/ob-trashed')
    await symlink(target, target)
    expect(await failureOf(storage.trash.restore('ob-trashed', '2026-06-01'))).toBe(StorageError)
  })
})

describe('a write', () => {
  /** Makes a method of all open files fail once. */
  async function failFileHandle(method: 'writeFile' | 'sync', code: string) {
    const handle = await open(path.join(folder, 'ob/object'))
    const prototype = Object.getPrototypeOf(handle)
    await handle.close()
    vi.spyOn(prototype, method).mockRejectedValueOnce(Object.assign(new Error(code), { code }))
  }
  const files = () => readdir(path.join(folder, 'ob'))

  it.each([
    ['writeFile', 'ENOSPC', 'disk_full'],
    ['writeFile', 'EDQUOT', 'disk_full'],
    ['writeFile', 'EIO', 'unavailable'],
    ['sync', 'EIO', 'unavailable'],
  ] as const)('that fails in %s with %s is %s and leaves nothing', async (method, errno, code) => {
    const before = await files()
    await failFileHandle(method, errno)
    await expect(storage.writeStream('object-2', [BYTES], { maxBytes: 10 })).rejects.toMatchObject({
      code,
      subsystem: 'disk',
    })
    expect(await files()).toEqual(before)
  })

  it('past its limit, aborted, or whose source fails leaves nothing, and throws that error', async () => {
    const before = await files()
    async function* failing() {
      yield BYTES
      throw new Error('connection lost')
    }
    const write = (bytes: AsyncIterable<Uint8Array> | Uint8Array[], signal?: AbortSignal) =>
      storage.writeStream('object-2', bytes, { maxBytes: 10, ...(signal && { signal }) })
    await expect(write([BYTES, BYTES])).rejects.toThrow(TooLargeError)
    await expect(write(failing())).rejects.toThrow('connection lost')
    await expect(write([BYTES], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(await files()).toEqual(before)
  })
})
