import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createFolderStorage } from '#backend/storage/folder.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { storageOf } from '#backend/storage/open.ts'
import { createEmbedded } from '#scripts/pglite-create.ts'
import { makeTreePrivate } from '#scripts/private-data.ts'
import { openServer, type Rows, rowsOf } from './rows.ts'

/** Where a site is restored to. */
export type Target = {
  rows: Rows
  storage: Storage
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
export async function openTarget(options: Options): Promise<Target> {
  const { dataDir, databaseUrl, storageUrl } = options
  const names = [
    ...(databaseUrl === undefined ? ['database'] : []),
    ...(storageUrl === undefined ? ['files'] : []),
  ]
  await finishRenames(dataDir)
  for (const name of names) await requireEmpty(path.join(dataDir, name))
  for (const name of names) {
    await rm(path.join(dataDir, `${name}${UNFINISHED}`), { recursive: true, force: true })
  }
  const folder = path.join(dataDir, `database${UNFINISHED}`)
  const rows =
    databaseUrl === undefined
      ? await openEmbedded(folder)
      : await openServer(databaseUrl, 'the target')
  try {
    const storage =
      storageUrl === undefined
        ? createFolderStorage(path.join(dataDir, `files${UNFINISHED}`))
        : (await storageOf({ STORAGE_URL: storageUrl }, dataDir)).storage
    let isClosed = false
    const close = async () => {
      if (!isClosed) await rows.close()
      isClosed = true
    }
    return {
      rows,
      storage,
      async finish() {
        await close()
        if (names.length === 0) return
        for (const name of names) await makeTreePrivate(path.join(dataDir, `${name}${UNFINISHED}`))
        const mark = await open(path.join(dataDir, RENAMING), 'w')
        await mark.sync().finally(() => mark.close())
        await finishRenames(dataDir)
      },
      async close() {
        await close()
        if (existsSync(path.join(dataDir, RENAMING))) return
        for (const name of names) {
          await rm(path.join(dataDir, `${name}${UNFINISHED}`), { recursive: true, force: true })
        }
      },
    }
  } catch (error) {
    await rows.close()
    throw error
  }
}

/** Also after a kill between two of them: the files first, since a site does not start with files alone. */
async function finishRenames(dataDir: string): Promise<void> {
  if (!existsSync(path.join(dataDir, RENAMING))) return
  for (const name of ['files', 'database']) {
    const from = path.join(dataDir, `${name}${UNFINISHED}`)
    if (!existsSync(from)) continue
    // Empty, or it would have been refused.
    await rm(path.join(dataDir, name), { recursive: true, force: true })
    await rename(from, path.join(dataDir, name))
  }
  await rm(path.join(dataDir, RENAMING))
}

async function openEmbedded(folder: string): Promise<Rows> {
  const db = await createEmbedded(folder)
  return rowsOf(db, () => db.close())
}

async function requireEmpty(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const names = await readdir(folder).catch(() => [])
  if (names.length === 0) return
  throw new Error(`The folder ${folder} is not empty: restore into an empty data folder.`)
}
