import type { Readable } from 'node:stream'
import type { ByteRange } from './file.ts'

/** An object and its size in bytes, as recorded in the database. */
export type StoredObject = { key: string; size: number }

/**
 * Stores objects: sequences of bytes under a key, which the backend generates (letters, digits, `_` and
 * `-`). Every operation throws StorageError when the storage fails, and DomainError `disk_full` when
 * there is no space left. A failure is never reported as a missing object.
 */
export type Storage = {
  /** Writes an object atomically and durably. */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  /**
   * Writes an object atomically and durably, chunk by chunk. On any failure, and when `signal` aborts,
   * nothing is left.
   * @throws TooLargeError past `maxBytes`; errors of `bytes`.
   */
  writeStream: (
    key: string,
    bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    limits: { maxBytes: number; signal?: AbortSignal },
  ) => Promise<{ size: number; sha256: string }>
  /** Size in bytes, or `null` if the object does not exist. */
  size: (key: string) => Promise<number | null>
  /** When the object was written, or `null` if it does not exist. */
  writtenAt: (key: string) => Promise<Date | null>
  /** Deletes an object, if it exists. */
  remove: (key: string) => Promise<void>
  /** Streams a range once its first bytes have been read. @throws ObjectMissingError if it is missing. */
  read: (key: string, range: ByteRange) => Promise<Readable>
  /** Reads a range into memory. @throws ObjectMissingError if it is missing or too short. */
  readBytes: (key: string, range: ByteRange) => Promise<Buffer<ArrayBuffer>>
  /**
   * Provides an object as a local file that can be read while `use` runs, for worker processes. A remote
   * storage downloads it into a temporary file.
   */
  withFile: <T>(key: string, use: (path: string) => Promise<T>) => Promise<T>
  /**
   * A public address to download an object for five minutes. Absent where the backend sends the bytes itself.
   */
  signDownload?: (key: string, as: { type: string; disposition: string }) => Promise<string>
  /** The keys of all objects in batches. Objects written in the meantime may be missing. */
  keys: () => AsyncIterable<string[]>
  /** Removes the temporary files of writes that began before `before`. @returns how many. */
  removeUnfinished: (before: Date) => Promise<number>
  /** The id of the database that these objects belong to; `null` if none was set. */
  databaseId: () => Promise<string | null>
  setDatabaseId: (id: string) => Promise<void>
  /** Free space in bytes, or `null` if the storage does not say. @throws StorageError if it cannot be reached. */
  freeBytes: () => Promise<number | null>
  trash: Trash
}

/** Deleted objects that can still be restored, grouped by the day of deletion (`2026-11-21`, UTC). */
export type Trash = {
  /** Moves an object into the trash. @returns whether it existed. */
  add: (key: string, day: string) => Promise<boolean>
  /** The days that have a trash folder, oldest first. */
  days: () => Promise<string[]>
  /** The keys of a day in batches. */
  keys: (day: string) => AsyncIterable<string[]>
  /** Moves an object back unless its key exists again. @returns whether it was moved. */
  restore: (key: string, day: string) => Promise<boolean>
  /** Deletes the objects of a day permanently. */
  empty: (day: string) => Promise<void>
}
