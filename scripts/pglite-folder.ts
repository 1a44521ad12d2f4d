import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { takeLock } from './lock.ts'

const extensions = { pg_trgm, unaccent }

/** A database, and what gives its place free after it has been closed. */
type Opened = { db: PGlite; release: () => Promise<void> }

/** A new database that lives as long as the process. */
export async function openMemory(): Promise<Opened> {
  return { db: await PGlite.create({ extensions }), release: async () => undefined }
}

/**
 * Opens the database in `target`; a new one is initialised under another name and then renamed,
 * because a kill during the initialisation leaves a folder that hangs at the next start.
 * @throws Error with one sentence while another process has it open.
 */
export async function openFolder(target: string): Promise<Opened> {
  const folder = path.resolve(target)
  const temporary = `${folder}.initialising`
  await mkdir(path.dirname(folder), { recursive: true })
  const release = await takeLock(`${folder}.lock`)
  await rm(temporary, { recursive: true, force: true })
  if (!(await holdsSomething(folder))) {
    const first = await PGlite.create({ dataDir: temporary, extensions })
    await first.query('SELECT 1')
    await first.close()
    await rename(temporary, folder)
  }
  return { db: await PGlite.create({ dataDir: folder, extensions }), release }
}

async function holdsSomething(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch {
    return false
  }
}
