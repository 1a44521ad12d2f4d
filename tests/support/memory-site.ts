import { hash } from 'node:crypto'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { writeBackup } from '#scripts/transfer/backup.ts'
import { createTables, lastMigration } from '#scripts/transfer/catalogue.ts'
import type { Head } from '#scripts/transfer/manifest.ts'
import { openBackup, type Reader } from '#scripts/transfer/reader.ts'
import { restoreBackup } from '#scripts/transfer/restore.ts'
import { rowsOf } from '#scripts/transfer/rows.ts'
import type { TargetSite } from '#scripts/transfer/target.ts'
import type { Writer } from '#scripts/transfer/writer.ts'
import { writerOf } from './backup-writer.ts'
import { allRows } from './all-rows.ts'

/* Databases in memory, which start in a third of the time of one in a folder. */

const none = () => undefined

async function openMemory() {
  const db = await createEmbedded()
  const rows = await rowsOf(db, () => db.close())
  return {
    rows,
    /** Every row of every table, as text. */
    found: () => allRows((sql) => db.query(sql)),
    close: () => rows.close(),
  }
}

/** The data of a site without projects: an author, and two files in a folder. */
export async function openMemorySite(folder: string) {
  const { rows, found, close } = await openMemory()
  await createTables(rows, lastMigration())
  await rows.query(`INSERT INTO settings VALUES ('database-id', 'the-id');
    INSERT INTO authors (uid, name, links) VALUES ('u1', E'Ada\\tBack\\\\slash\\nline', '{https://x.example}');
    INSERT INTO changes (at, kind, project_id, author, is_new) VALUES (now(), 'icon', 'p', 'a', true)`)
  const storage = createFolderStorage(path.join(folder, 'files'))
  /** Adds a file or, with the key of one, replaces it. */
  async function add(key: string, state = 'stored', bytes = `bytes of ${key}`) {
    const { size, sha256 } = await storage.writeStream(key, [Buffer.from(bytes)], {
      maxBytes: Infinity,
    })
    await rows.query(
      `INSERT INTO files (id, purpose, key, name, media_type, size, sha256, created_at, state)
       VALUES ($1, 'image', $1, 'name', 'image/png', $2, $3, '2026-01-01', $4)
       ON CONFLICT (id) DO UPDATE SET size = excluded.size, sha256 = excluded.sha256, state = excluded.state`,
      [key, size, sha256, state],
    )
  }
  await add('an-object')
  await add('object-2')
  const backUp = (to: string, { passphrase, from }: { passphrase?: string; from?: Storage } = {}) =>
    backUpTo((head) => writerOf(to, head, passphrase), { from })
  /** @param options.from another storage with the same objects. @param options.at the time of the clock. */
  function backUpTo(
    openWriter: (head: Head) => Promise<Writer>,
    { from, at = new Date() }: { from?: Storage | undefined; at?: Date } = {},
  ) {
    const snapshot = { rows: { ...rows, close: async () => undefined }, at, waitMs: 0 }
    return writeBackup({
      source: {
        storage: { storage: from ?? storage, place: folder },
        snapshot: async () => snapshot,
        close: async () => undefined,
      },
      openWriter,
      site: 'test',
      onProgress: none,
    })
  }
  return {
    rows,
    storage,
    found,
    close,
    add,
    backUp,
    backUpTo,
    async remove(key: string) {
      await rows.query('DELETE FROM files WHERE key = $1', [key])
      await storage.remove(key)
    },
  }
}

/** An empty target of a restore. It may be used again where one was refused. */
export async function openMemoryTarget(folder: string) {
  const memory = await openMemory()
  const storage = createFolderStorage(path.join(folder, 'files'))
  return { ...memory, storage, finish: async () => undefined }
}

export async function restoreTo(target: TargetSite, from: string): Promise<void> {
  const reader = await openBackup({ folder: from }, () => '')
  await restoreBackup({ reader, target, onProgress: none })
}

/** Reads a backup without restoring it. @returns the SHA-256 of its parts, by their names without the time. */
export const readBackup = async (from: string, passphrase = '') =>
  hashesOf(await openBackup({ folder: from }, () => passphrase))

export async function hashesOf({ members, manifest }: Reader): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, bytes } of members) {
    found[path.basename(name)] = hash('sha256', await buffer(bytes))
  }
  manifest()
  return found
}
