import { existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { storageOf } from '#backend/storage/open.ts'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { makeTreePrivate } from '#scripts/settings/private-data.ts'
import { openServer, type Rows, rowsOf } from './rows.ts'

/** Where a site is restored to. */
export type TargetSite = {
  rows: Rows
  storage: Pick<Storage, 'databaseId' | 'setDatabaseId' | 'keys' | 'writeStream' | 'remove'>
  /** Makes what was loaded the data of the site. */
  finish: () => Promise<void>
  close: () => Promise<void>
}

type Options = {
  dataDir: string
  databaseUrl: string | undefined
  storageUrl: string | undefined
}

const UNFINISHED = '.restoring'
/** In the data folder while complete folders are renamed. */
const RENAMING = '.restored'

/**
 * Opens an empty target. A database and files in the data folder are made under other names, which are renamed at the end: until
 * then no site starts with them. The caller has the lock of the data folder.
 * @throws Error with one sentence if the target is not empty.
 */
export async function openTarget(options: Options): Promise<TargetSite> {
  const { dataDir, databaseUrl, storageUrl } = options
  const names = [
    ...(databaseUrl === undefined ? ['database'] : []),
    ...(storageUrl === undefined ? ['files'] : []),
  ]
  for (const name of names) await requireEmpty(path.join(dataDir, name))
  const removeUnfinished = async () => {
    for (const name of names) {
      await rm(path.join(dataDir, `${name}${UNFINISHED}`), { recursive: true, force: true })
    }
  }
  await removeUnfinished()
  const folder = path.join(dataDir, `database${UNFINISHED}`)
  const rows =
    databaseUrl === undefined
      ? await openEmbedded(folder)
      : await openServer(databaseUrl, 'DATABASE_URL')
  let isOpen = true
  const closeRows = async () => {
    if (isOpen) await rows.close()
    isOpen = false
  }
  try {
    const storage =
      storageUrl === undefined
        ? createFolderStorage(path.join(dataDir, `files${UNFINISHED}`))
        : (await storageOf({ STORAGE_URL: storageUrl }, dataDir)).storage
    return {
      rows,
      storage,
      async finish() {
        await closeRows()
        if (names.length === 0) return
        for (const name of names) await makeTreePrivate(path.join(dataDir, `${name}${UNFINISHED}`))
        const mark = await open(path.join(dataDir, RENAMING), 'w', 0o600)
        await mark.sync().finally(() => mark.close())
        await finishRestore(dataDir)
      },
      async close() {
        await closeRows()
        if (!existsSync(path.join(dataDir, RENAMING))) await removeUnfinished()
      },
    }
  } catch (error) {
    await closeRows()
    throw error
  }
}

/**
 * Renames what was restored completely; also after a kill between two of them. The files first, since a site does not start with
 * files alone.
 * @returns whether there was anything to do.
 * @throws Error with one sentence if a site was started in between.
 */
export async function finishRestore(dataDir: string): Promise<boolean> {
  if (!existsSync(path.join(dataDir, RENAMING))) return false
  for (const name of ['files', 'database']) {
    const [from, to] = [path.join(dataDir, `${name}${UNFINISHED}`), path.join(dataDir, name)]
    if (!existsSync(from)) continue
    await requireEmpty(to)
    if (existsSync(to)) await rmdir(to)
    await rename(from, to)
  }
  await rm(path.join(dataDir, RENAMING))
  return true
}

async function openEmbedded(folder: string): Promise<Rows> {
  const db = await createEmbedded(folder)
  return rowsOf(db, () => db.close())
}

/** @throws Error with one sentence for anything but an empty folder, or none. */
async function requireEmpty(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const info = await lstat(folder).catch(() => null)
  if (!info) return
  if (!info.isDirectory()) throw new Error(`${folder} is no folder: remove it to restore there.`)
  if ((await readdir(folder)).length === 0) return
  throw new Error(`The folder ${folder} is not empty: restore into an empty data folder.`)
}
