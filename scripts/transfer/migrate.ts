import pLimit from 'p-limit'
import type { Storage } from '#backend/storage/storage.ts'
import { originOf, sequencesOf, tablesOf } from './catalogue.ts'
import { claimStorage } from './claim.ts'
import { type Fingerprint, isSame } from './fingerprint.ts'
import {
  beginLoad,
  fingerprintOf,
  finishLoad,
  loadedTables,
  loadTable,
  verifyTables,
} from './load.ts'
import { digestObject, type NamedObject, namedObjects, openObject } from './objects.ts'
import type { BackupProgress } from './backup.ts'
import type { Rows } from './rows.ts'
import { refuseSameDatabase, refuseSameStorage } from './same.ts'

const AT_ONCE = 8

/**
 * Copies all rows into an empty database. A later call after an interruption goes on: a table that is loaded is read again and
 * skipped if it has not changed since. At the end every row of the target is compared.
 * @returns numbers of tables and rows.
 * @throws Error with one sentence.
 */
export async function migrateRows(from: Rows, to: Rows, onProgress: BackupProgress) {
  await refuseSameDatabase(from, to)
  const state = await beginLoad(to, await originOf(from))
  const tables = await tablesOf(from)
  const done = state === 'complete' ? new Map<string, Fingerprint>() : await loadedTables(to)
  const expected = new Map<string, Fingerprint>()
  for (const table of tables) {
    const earlier = done.get(table.name)
    const isRead = state === 'complete' || earlier !== undefined
    const original = isRead ? await fingerprintOf(from, table) : undefined
    const isLoaded = original && (state === 'complete' || (earlier && isSame(earlier, original)))
    expected.set(table.name, isLoaded ? original : await loadTable(to, table, from.copyOut(table)))
    onProgress({ done: expected.size, total: tables.length, what: table.name })
  }
  // The one that was finished before may have been used since.
  if (state === 'complete') await verifyTables(to, expected)
  else await finishLoad(to, expected, await sequencesOf(from))
  const rows = [...expected.values()].reduce((sum, table) => sum + table.rows, 0)
  return { tables: tables.length, rows }
}

/**
 * Copies the objects that the rows name into a storage that is empty or has a part of them. Each is read again from there and compared
 * with its original.
 * @returns the number of objects, their bytes, and keys of required ones that the site has lost.
 * @throws Error with one sentence.
 */
export async function migrateObjects(
  { rows, from, to }: { rows: Rows; from: Storage; to: Storage },
  onProgress: BackupProgress,
) {
  await claimStorage(to, (await originOf(rows)).id)
  await refuseSameStorage(from, to)
  const named = await namedObjects(rows)
  const limit = pLimit(AT_ONCE)
  const lost: string[] = []
  let [count, bytes, done] = [0, 0, 0]
  async function copy({ key, isRequired }: NamedObject) {
    const size = await migrateObject({ key, from, to })
    if (size === null && isRequired) lost.push(key)
    if (size !== null) {
      count += 1
      bytes += size
    }
    done += 1
    onProgress({ done, total: named.length, what: 'files' })
  }
  for (let at = 0; at < named.length; at += 1000) {
    await Promise.all(named.slice(at, at + 1000).map((object) => limit(() => copy(object))))
  }
  return { count, bytes, lost }
}

type Place = { key: string; from: Storage; to: Storage }

/** @returns the size of the object, or null if it does not exist. */
async function migrateObject({ key, from, to }: Place): Promise<number | null> {
  const original = await digestObject(from, key)
  if (!original) return null
  const isThere = async () => {
    if ((await to.size(key)) !== original.size) return false
    return (await digestObject(to, key))?.sha256 === original.sha256
  }
  if (await isThere()) return original.size
  const found = await openObject(from, key)
  if (found) await to.writeStream(key, found.bytes, { maxBytes: Infinity })
  if (await isThere()) return original.size
  throw new Error(`The object ${key} differs from its original in the target storage.`)
}
