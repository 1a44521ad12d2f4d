import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { OpenStorage } from '#backend/storage/open.ts'
import { foreignFilesMessage, isForeign } from '#backend/storage/owner.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { createEmbedded } from './pglite-create.ts'
import { makeTreePrivate } from '#scripts/settings/private-data.ts'

/** Files of every PostgreSQL database folder; without one PostgreSQL would initialise a new one. */
const ESSENTIAL = ['PG_VERSION', 'base', 'global/pg_control']

/** Content of `PG_VERSION` in a folder that needs no upgrade; a test compares it with the package. */
const CURRENT = '18'

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
  return { db: await createEmbedded(), release: async () => undefined }
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
    await upgrade(folder)
    if (await isNew(folder)) await initialise(folder, { files, adopt })
    const db = await createEmbedded(folder)
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
  const db = await createEmbedded(temporary)
  await db.query('SELECT 1')
  await db.close()
  await rename(temporary, folder)
}

/** Reads one file where nothing is to be done: the code of upgrades and the older PostgreSQL are loaded only for them. */
async function upgrade(folder: string): Promise<void> {
  const version = await readFile(path.join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version?.trim() === CURRENT) return
  const { finishUpgrade, upgradeIfOlder } = await import('./pglite-upgrade.ts')
  if (version === null) await finishUpgrade(folder)
  // An older PostgreSQL would wait for ever for parts that are missing.
  if (!(await isNew(folder))) await upgradeIfOlder(folder)
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
