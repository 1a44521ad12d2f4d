import { buffer } from 'node:stream/consumers'
import { boundChunks, TooLargeError } from '#lib/limits/read-bounded.ts'
import { HEAD, MANIFEST } from './depot.ts'

/** A part of a backup. A backup may come from anywhere, so that its names and sizes are checked before anything else. */
export type Member = { name: string; bytes: AsyncIterable<Uint8Array> } & Place

type Place =
  | { kind: 'head' | 'columns' | 'list' | 'manifest' }
  /** An object of the storage. */
  | { kind: 'object'; key: string }
  /** Rows of a table. */
  | { kind: 'rows'; table: string }

/** Of parts that are read into memory, in bytes. Rows are written 4 MB at a time, or one longer row. */
const MAX = {
  head: 64 * 1024,
  columns: 1024 * 1024,
  rows: 64 * 1024 * 1024,
  list: 500_000_000,
  manifest: 64 * 1024 * 1024,
} as const
const SHOWN_MAX = 100

/**
 * Says what a part is by its name.
 * @throws Error with one sentence for a name that no backup has.
 */
export function placeOf(name: string): Place {
  if (name === HEAD) return { kind: 'head' }
  if (name === MANIFEST) return { kind: 'manifest' }
  const [, group = '', key = ''] = /^files\/([\w-]{2})\/([\w-]{3,100}~?)$/.exec(name) ?? []
  if (key !== '' && key.startsWith(group)) return { kind: 'object', key }
  const [, part = ''] = /^tables\/[\w-]{1,40}\/([\w.-]{1,100})$/.exec(name) ?? []
  if (part === 'columns.json') return { kind: 'columns' }
  if (part === 'objects.gz') return { kind: 'list' }
  const [, table = ''] = /^([a-z_\d]{1,63})\.\d{5}\.copy\.gz$/.exec(part) ?? []
  if (table !== '') return { kind: 'rows', table }
  throw new Error(`The backup has a part that belongs to none: ${shown(name)}.`)
}

/** Reads a part that is not an object into memory. @throws Error with one sentence if it is larger than any. */
export async function readMember(
  kind: keyof typeof MAX,
  { name, bytes }: { name: string; bytes: AsyncIterable<Uint8Array> },
): Promise<Buffer> {
  try {
    return await buffer(boundChunks(bytes, MAX[kind]))
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error
    throw new Error(`The backup is damaged: ${shown(name)} is too large.`, { cause: error })
  }
}

/** A name without control characters, which could steer a terminal. */
const shown = (name: string) => JSON.stringify(name.slice(0, SHOWN_MAX))
