import { mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { StorageError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'

type Operation = 'size' | 'writtenAt' | 'read' | 'readBytes' | 'write' | 'writeStream' | 'remove'

/**
 * Makes the next call of an operation fail like a defective disk. Later calls reach the storage again.
 * @param skip successful calls before the failure.
 */
export function failOnce(storage: Storage, operation: Operation, { skip = 0 } = {}) {
  const original: unknown = Reflect.get(storage, operation)
  if (typeof original !== 'function') throw new Error(`storage: no operation ${operation}`)
  let calls = 0
  const state = { hasFailed: false }
  Reflect.set(storage, operation, async (...args: unknown[]) => {
    calls += 1
    if (calls <= skip) return Reflect.apply(original, storage, args)
    Reflect.set(storage, operation, original)
    state.hasFailed = true
    throw diskError()
  })
  return state
}

/** Makes the next worker process that reads an object find a file that cannot be read (`ELOOP`). */
export function failWorkerOnce(storage: Storage): void {
  const original = storage.withFile
  storage.withFile = async (_key, use) => {
    storage.withFile = original
    return withUnreadableFile(use)
  }
}

/** A path that every file operation fails on: a symbolic link to itself. */
export async function withUnreadableFile<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'unreadable-'))
  try {
    const file = path.join(folder, 'loop')
    await symlink(file, file)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const diskError = () =>
  new StorageError(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
