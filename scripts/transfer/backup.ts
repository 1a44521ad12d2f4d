import { createHash, hash } from 'node:crypto'
import pLimit from 'p-limit'
import { digestChunks } from '#backend/storage/digest-chunks.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { originOf, sequencesOf, tablesOf } from './catalogue.ts'
import { createFingerprint } from './fingerprint.ts'
import { pack, writeList } from './list.ts'
import { type Head, type StateManifest, newHead } from './manifest.ts'
import { type Copied, type NamedObject, namedObjects, openObject } from './objects.ts'
import type { Rows } from './rows.ts'
import type { SourceSite } from './source.ts'
import type { Writer } from './writer.ts'

/** Snapshots of one backup. Each later one is followed by the copy of what is new since the one before: seconds. */
const ROUNDS = 5

export type BackupProgress = (progress: { done: number; total: number; what: string }) => void
type Options = {
  source: SourceSite
  /** Creates the writer once it is known whose backup it is. */
  openWriter: (head: Head) => Promise<Writer>
  /** Version of the site. */
  site: string
  onProgress: BackupProgress
}

/**
 * Writes a backup. The objects that the rows of a snapshot name are copied first. Where one was deleted meanwhile, a
 * newer snapshot is taken, which does not name it any more; only the rows of the last one are written. So all objects that they name
 * are in the backup, apart from those that the site itself has lost.
 * @returns the manifest, the longest time in ms for which the database waited, the keys of objects that differ from what the
 * database has recorded, and why former backups could not be removed.
 */
export async function writeBackup({ source, openWriter, site, onProgress }: Options) {
  const { storage } = source.storage
  let snapshot = await source.snapshot()
  let waitMs = snapshot.waitMs
  let writer: Writer | undefined
  try {
    const origin = await originOf(snapshot.rows)
    const head = newHead(origin)
    writer = await openWriter(head)
    const copied = new Map(writer.known)
    const changed: string[] = []
    let lost = new Set<string>()
    let named: NamedObject[] = []
    for (let round = 1; ; round += 1) {
      named = await namedObjects(snapshot.rows)
      const absent = await copyNew({ named, copied, changed, storage, writer, onProgress })
      const isStable = absent.every((key) => lost.has(key))
      if (isStable || round === ROUNDS) {
        lost = new Set(absent)
        break
      }
      lost = new Set(absent)
      await snapshot.rows.close()
      snapshot = await source.snapshot()
      waitMs = Math.max(waitMs, snapshot.waitMs)
      const { id, migration } = await originOf(snapshot.rows)
      if (id !== origin.id || migration !== origin.migration) {
        throw new Error('The database was updated or exchanged during the backup: start it again.')
      }
    }
    const { rows, at } = snapshot
    const folder = writer.folderOf(at)
    const tables = await writeTables({ rows, writer, folder, onProgress })
    const objects = named.flatMap(({ key }) => copied.get(key) ?? [])
    const list = await writeList(objects)
    const path = `${folder}/objects.gz`
    await writer.part(path, list)
    const manifest: StateManifest = {
      ...head,
      site,
      at: at.toISOString(),
      tables,
      sequences: await sequencesOf(rows),
      objects: {
        path,
        sha256: hash('sha256', list),
        count: objects.length,
        bytes: objects.reduce((sum, { size }) => sum + size, 0),
      },
      missing: [...lost],
    }
    await writer.finish(manifest)
    const pruned = writer.prune(new Set(objects.map(({ key }) => key)))
    // The backup is complete.
    const pruneError = await pruned.then(
      () => null,
      (error: unknown) => error,
    )
    return { manifest, waitMs, changed, pruneError }
  } finally {
    await writer?.close()
    await snapshot.rows.close()
  }
}

type Copying = {
  named: NamedObject[]
  copied: Map<string, Copied>
  changed: string[]
  storage: Storage
  writer: Writer
  onProgress: BackupProgress
}

/** Copies the objects that were not copied before. @returns the required ones that do not exist. */
async function copyNew({ named, copied, ...copying }: Copying): Promise<string[]> {
  const { changed, storage, writer, onProgress } = copying
  const limit = pLimit(writer.atOnce)
  const absent: string[] = []
  const wanted = named.filter(({ key }) => !copied.has(key))
  // Those of a bucket would be asked for one by one.
  if ((await storage.freeBytes()) !== null) await writer.checkRoom(() => sizesOf(storage, wanted))
  let done = named.length - wanted.length
  const total = named.length
  // Promises of a million objects would take much memory.
  for (let at = 0; at < wanted.length; at += 1000) {
    const batch = wanted.slice(at, at + 1000).map(({ key, sha256: recorded, isRequired }) =>
      limit(async () => {
        const found = await openObject(storage, key)
        if (found) {
          const digest = { hash: createHash('sha256'), size: 0 }
          await writer.object(key, found.size, digestChunks(found.bytes, digest, undefined))
          const sha256 = digest.hash.digest('hex')
          if (recorded !== null && recorded !== sha256) changed.push(key)
          copied.set(key, { key, size: digest.size, sha256 })
        } else if (isRequired) absent.push(key)
        done += 1
        onProgress({ done, total, what: 'files' })
      }),
    )
    await Promise.all(batch)
  }
  return absent
}

async function* sizesOf(storage: Storage, objects: NamedObject[]) {
  for (const { key } of objects) yield [key, (await storage.size(key)) ?? 0] as const
}

type Writing = { rows: Rows; writer: Writer; folder: string; onProgress: BackupProgress }

async function writeTables({ rows, writer, folder, onProgress }: Writing) {
  const tables = await tablesOf(rows)
  await writer.part(`${folder}/columns.json`, Buffer.from(JSON.stringify(tables)))
  const written: StateManifest['tables'] = []
  for (const table of tables) {
    const fingerprint = createFingerprint()
    const parts: { path: string; sha256: string }[] = []
    for await (const chunk of rows.copyOut(table)) {
      fingerprint.add(chunk)
      const bytes = await pack(chunk)
      const path = `${folder}/${table.name}.${String(parts.length + 1).padStart(5, '0')}.copy.gz`
      await writer.part(path, bytes)
      parts.push({ path, sha256: hash('sha256', bytes) })
    }
    written.push({ ...table, ...fingerprint.result(), parts })
    onProgress({ done: written.length, total: tables.length, what: table.name })
  }
  return written
}
