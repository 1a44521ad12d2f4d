import { createHash } from 'node:crypto'
import { z } from 'zod'
import { digestChunks } from '#backend/storage/digest-chunks.ts'
import { ObjectMissingError } from '#backend/storage/error.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { KEY_COLUMNS } from '#backend/services/file/known-keys.ts'
import { quote, type Rows } from './rows.ts'

/** A stored object that rows name. `sha256` is null where the database has none. */
export type NamedObject = {
  key: string
  sha256: string | null
  /** Not so for a cache. */
  isRequired: boolean
}
/** A copied object. */
export type Copied = { key: string; size: number; sha256: string }

const PAGE = 10_000
const keySchema = z.object({
  key: z.string(),
  sha256: z.string().nullable(),
  isRequired: z.boolean(),
})

/**
 * The objects that the rows name, each once, in the order of their keys. Not those of uploads that are not finished: their bytes may still
 * be replaced under the same key.
 */
export async function namedObjects(rows: Rows): Promise<NamedObject[]> {
  const parts = KEY_COLUMNS.map(({ table, key, sha256, isCache }) => {
    const condition = isCache ? 'true' : `state <> 'pending'`
    return `SELECT ${quote(key)} COLLATE "C" AS key, ${sha256 ? quote(sha256) : 'NULL'}::text AS sha256,
      ${!isCache} AS required FROM ${quote(table)} WHERE ${quote(key)} IS NOT NULL AND ${condition}`
  })
  const all: NamedObject[] = []
  for (let after = ''; ;) {
    const found = await rows.query(
      `SELECT key, max(sha256) AS sha256,
         bool_or(required) AS "isRequired" FROM (${parts.join(' UNION ALL ')}) named
       WHERE key > $1 GROUP BY key ORDER BY key LIMIT ${PAGE}`,
      [after],
    )
    all.push(...z.array(keySchema).parse(found))
    const last = all.at(-1)
    if (found.length < PAGE || !last) return all
    after = last.key
  }
}

/** The bytes of an object with its size, or null if it does not exist. @throws StorageError */
export async function openObject(storage: Storage, key: string) {
  const size = await storage.size(key)
  if (size === null) return null
  if (size === 0) return { size, bytes: none() }
  try {
    return { size, bytes: await storage.read(key, { start: 0, end: size - 1 }) }
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** The size and SHA-256 of an object, or null if it does not exist. Reads all of it. @throws StorageError */
export async function digestObject(storage: Storage, key: string): Promise<Copied | null> {
  const found = await openObject(storage, key)
  if (!found) return null
  const digest = { hash: createHash('sha256'), size: 0 }
  for await (const chunk of digestChunks(found.bytes, digest, undefined)) void chunk
  return { key, size: digest.size, sha256: digest.hash.digest('hex') }
}
