/** Names of files in a backup. */
export const HEAD = 'head.json'
export const MANIFEST = 'manifest.json'
export const IDENTITY = 'identity.age'
export const OBJECTS = 'files'
export const TABLES = 'tables'
/** The lock of a folder, and of a bucket. */
export const LOCKS = ['.lock', 'lock.json']

/** Another backup has the lock. */
export class DepotBusyError extends Error {}

/** Holds the lock of a depot. */
export type DepotLock = {
  /** @throws DepotBusyError if another backup has it now. */
  check: () => Promise<void>
  release: () => Promise<void>
}

/**
 * Where backups are: files under names, in a folder or a bucket. Every operation throws an Error with one sentence that names the place
 * without a secret.
 */
export type Depot = {
  /** For messages. */
  kind: 'folder' | 'bucket'
  place: string
  /** How many files may be written at the same time. */
  atOnce: number
  /** Bytes that it has room for, where that is known. */
  freeBytes?: () => Promise<number>
  /** The names and sizes of the files in a part, in batches; those of the root without its folders. */
  list: (part: 'root' | typeof OBJECTS | typeof TABLES) => AsyncIterable<[string, number][]>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Writes a file whole or not at all, in place of the one of this name. */
  write: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
  remove: (name: string) => Promise<void>
  /** Removes what killed backups have left of their writes. The caller has the lock. */
  removeUnfinished: () => Promise<void>
  /** @throws DepotBusyError if another backup has the lock. */
  lock: () => Promise<DepotLock>
}

/** One chunk. */
export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
