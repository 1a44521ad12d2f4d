import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { createFolderStorage } from '#backend/storage/folder.ts'
import { isStrange, refusal } from '#backend/storage/owner.ts'
import { takeLock } from './lock.ts'
import { makeTreePrivate } from './private-data.ts'

const extensions = { pg_trgm, unaccent }
/** What every database folder of PostgreSQL holds; without these it would be initialised anew. */
const ESSENTIAL = ['PG_VERSION', 'base', 'global/pg_control']

/** A database, and what gives its place free after it has been closed. */
type Opened = { db: PGlite; release: () => Promise<void> }
type Options = {
  /** The folder of the stored files, which must not belong to another database. */
  files: string
  /** The mark of files that the operator wants to use with a new database. */
  adopt?: string | undefined
}

/** A new database that lives as long as the process. */
export async function openMemory(): Promise<Opened> {
  return { db: await PGlite.create({ extensions }), release: async () => undefined }
}

/**
 * Opens the database in `target`; a new one is initialised under another name and then renamed,
 * because a kill during the initialisation leaves a folder that hangs at the next start.
 * @throws Error with one sentence while another process has it open, where the folder holds anything
 * but a database, and where a new database would stand beside files that belong to another one.
 */
export async function openFolder(target: string, { files, adopt }: Options): Promise<Opened> {
  const folder = path.resolve(target)
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const release = await takeLock(`${folder}.lock`)
  try {
    if (await isNew(folder)) await initialise(folder, { files, adopt })
    const db = await PGlite.create({ dataDir: folder, extensions })
    // It sets the modes of some files by itself, past any umask.
    await makeTreePrivate(folder)
    return {
      db,
      release: async () => {
        await makeTreePrivate(folder)
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function initialise(folder: string, { files, adopt }: Options): Promise<void> {
  const storage = createFolderStorage(path.resolve(files))
  if (await isStrange(storage, adopt)) {
    const places = { files: path.resolve(files), database: folder }
    throw new Error(refusal(places, await storage.databaseId()))
  }
  const temporary = `${folder}.initialising`
  await rm(temporary, { recursive: true, force: true })
  const first = await PGlite.create({ dataDir: temporary, extensions })
  await first.query('SELECT 1')
  await first.close()
  await rename(temporary, folder)
}

/**
 * Whether there is nothing in the folder, or no folder.
 * @throws Error with one sentence where it holds anything but a whole database.
 */
async function isNew(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return []
    throw new Error(`The database folder ${folder} cannot be read (${String(code)}).`)
  })
  if (names.length === 0) return true
  const missing = ESSENTIAL.find((name) => !existsSync(path.join(folder, name)))
  if (missing === undefined) return false
  throw new Error(
    `The folder ${folder} holds something, but no whole database (${missing} is missing): ` +
      'put the database back, or empty the folder to begin with a new one.',
  )
}
