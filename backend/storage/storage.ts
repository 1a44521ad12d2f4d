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
  /** Forgets an object; nothing happens where there is none. */
  remove: (key: string) => Promise<void>
  /**
   * Removes what was cut off while it was written, and every object that `findKnown` does not name of
   * the keys that it is given; only while nothing is written. @returns how many went.
   */
  sweep: (findKnown: (keys: string[]) => Promise<string[]>) => Promise<number>
  /**
   * Lends an object as a file of this machine, which may be read while `use` runs: for worker
   * processes. A storage elsewhere copies it into a temporary file.
   */
  withFile: <T>(key: string, use: (path: string) => Promise<T>) => Promise<T>
  /** The bytes from `start` to `end`, both included and counted from 0. */
  read: (key: string, range: { start: number; end: number }) => Readable
}

/** More bytes came than may be stored. */
export class TooLarge extends Error {
  constructor(maxBytes: number) {
    super(`storage: more than ${maxBytes} bytes`)
  }
}
