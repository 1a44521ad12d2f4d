import type { Readable } from 'node:stream'

/** Where bytes are kept. Keys are names that the backend makes: letters, digits, `_` and `-`. */
export type Storage = {
  /** Writes a whole object; it is there completely or not at all, and survives a crash afterwards. */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  /**
   * Writes an object as its bytes come, never holding all of them; on any failure, and when
   * `signal` fires, nothing is left.
   * @throws TooLarge past `maxBytes`.
   */
  writeStream: (
    key: string,
    bytes: AsyncIterable<Uint8Array>,
    limits: { maxBytes: number; signal?: AbortSignal },
  ) => Promise<{ size: number; sha256: string }>
  /** Size in bytes, or `null` where there is no such object. */
  size: (key: string) => Promise<number | null>
  /** When an object was written, or `null` where there is no such object. */
  writtenAt: (key: string) => Promise<Date | null>
  /** Forgets an object; nothing happens where there is none. */
  remove: (key: string) => Promise<void>
  /**
   * Lends an object as a file of this machine, which may be read while `use` runs: for worker
   * processes. A storage elsewhere copies it into a temporary file.
   */
  withFile: <T>(key: string, use: (path: string) => Promise<T>) => Promise<T>
  /** The bytes from `start` to `end`, both included and counted from 0. */
  read: (key: string, range: { start: number; end: number }) => Readable
  /** The keys of all objects, in batches; those written meanwhile may be missing. */
  keys: () => AsyncIterable<string[]>
  /** Removes unfinished writes that began before `before`. @returns how many. */
  removeUnfinished: (before: Date) => Promise<number>
  /** The id of the database that these objects belong to; `null` where none was set. */
  databaseId: () => Promise<string | null>
  setDatabaseId: (id: string) => Promise<void>
  /** How many bytes can still be written. */
  freeBytes: () => Promise<number>
  trash: Trash
}

/** Objects that can still be restored, by the day of their removal (`2026-11-21`, UTC). */
export type Trash = {
  /** Moves an object into the trash. @returns whether there was one. */
  add: (key: string, day: string) => Promise<boolean>
  /** The days of the trash, oldest first. */
  days: () => Promise<string[]>
  /** The keys of a day, in batches. */
  keys: (day: string) => AsyncIterable<string[]>
  /** Moves an object back, unless there is one of that key already. @returns whether it was moved. */
  restore: (key: string, day: string) => Promise<boolean>
  /** Deletes a day's objects for good. */
  empty: (day: string) => Promise<void>
}

/** More bytes came than may be stored. */
export class TooLarge extends Error {
  constructor(maxBytes: number) {
    super(`storage: more than ${maxBytes} bytes`)
  }
}
