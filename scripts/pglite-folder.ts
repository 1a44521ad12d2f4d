import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import type { OpenStorage } from '#backend/storage/open.ts'
import { foreignFilesMessage, isForeign } from '#backend/storage/owner.ts'
import { takeLock } from './lock.ts'
import { makeTreePrivate } from './private-data.ts'

const extensions = { pg_trgm, unaccent }
/** Files of every PostgreSQL database folder; without one PostgreSQL would initialise a new one. */
const ESSENTIAL = ['PG_VERSION', 'base', 'global/pg_control']

/** A database, and a function that releases its lock after `close`. */
type OpenDatabase = { db: PGlite; release: () => Promise<void> }
type Options = {
  /** The stored files, which must not belong to another database. */
  files: OpenStorage
  /** Mark of files that the operator uses with a new database (`ADOPT_FILES`). */
  adopt?: string | undefined
}

/** A new database in memory. */
export async function openMemory(): Promise<OpenDatabase> {
  return { db: await PGlite.create({ extensions }), release: async () => undefined }
}

/**
 * Opens the database in `target`. A new one is initialised under another name and then renamed, since
 * a folder left by a killed initialisation makes the next start hang.
 * @throws Error with one sentence if another process has it open, if the folder contains anything but
 * a database, or if a new database would be used with files of another one.
 */
export async function openFolder(target: string, { files, adopt }: Options): Promise<OpenDatabase> {
  const folder = path.resolve(target)
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 })
  const release = await takeLock(`${folder}.lock`)
  try {
    if (await isNew(folder)) await initialise(folder, { files, adopt })
    const db = await PGlite.create({ dataDir: folder, extensions })
    // PGlite sets the modes of some files regardless of the umask.
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
  const { storage, place } = files
  if (await isForeign(storage, adopt)) {
    const places = { files: place, database: folder }
    throw new Error(foreignFilesMessage(places, await storage.databaseId()))
  }
  const temporary = `${folder}.initialising`
  await rm(temporary, { recursive: true, force: true })
  const db = await PGlite.create({ dataDir: temporary, extensions })
  await db.query('SELECT 1')
  await db.close()
  await rename(temporary, folder)
}

/**
 * Whether the folder is empty or missing.
 * @throws Error with one sentence if it contains anything but a complete database.
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
    `The folder ${folder} is not empty, but not a complete database (${missing} is missing): ` +
      'restore the database, or empty the folder to create a new one.',
  )
}
