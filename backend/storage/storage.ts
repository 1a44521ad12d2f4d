import type { Readable } from 'node:stream'

/** Where bytes are kept. Keys are names that the backend makes: letters, digits, `_` and `-`. */
export type Storage = {
  /** Writes a whole object; it is there completely or not at all, and survives a crash afterwards. */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Size in bytes, or `null` where there is no such object. */
  size: (key: string) => Promise<number | null>
  /** The bytes from `start` to `end`, both included and counted from 0. */
  read: (key: string, range: { start: number; end: number }) => Readable
}
