import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { migrationOf, sequencesOf, tablesOf } from '#scripts/transfer/catalogue.ts'
import type { Fingerprint } from '#scripts/transfer/fingerprint.ts'
import { beginLoad, finishLoad, loadTable } from '#scripts/transfer/load.ts'
import { type Rows, rowsOf } from '#scripts/transfer/rows.ts'
import { createEmbedded } from './pglite-create.ts'

/** PostgreSQL's major version in the installed packages `@electric-sql/pglite` and `pglite-previous`. */
const MAJOR = 18
const MAJOR_BEFORE = 17

/*
 * A new major version of PostgreSQL does not open the folder of an older one. Its rows are copied by the older one into a new
 * folder beside, which then takes its place. The names show what a killed upgrade left:
 *   database, database.upgrading              the new folder is incomplete: it is made again
 *   database.pg17, database.upgrading         the new folder is complete: it is renamed
 *   database, database.pg17                   done; the old folder is removed after a start of the site (`removeUpgraded`)
 */

const oldName = (folder: string, major: number) => `${folder}.pg${major}`
const newName = (folder: string) => `${folder}.upgrading`

/** Ends an upgrade that was killed between its two renames. */
export async function finishUpgrade(folder: string): Promise<void> {
  const old = oldName(folder, MAJOR_BEFORE)
  if (existsSync(folder) || !existsSync(old)) return
  await rename(existsSync(newName(folder)) ? newName(folder) : old, folder)
}

/**
 * Upgrades the database in `folder` if it is of the major version before. The caller has its lock.
 * @throws Error with one sentence for any other version, for a database that cannot be opened, or if the copy differs from the
 * original; the folder stays as it is then.
 */
export async function upgradeIfOlder(folder: string): Promise<void> {
  const major = Number(await readFile(path.join(folder, 'PG_VERSION'), 'utf8'))
  if (major === MAJOR) return
  if (major !== MAJOR_BEFORE) {
    throw new Error(
      `The database in ${folder} is of PostgreSQL ${major}, and this version of the site opens ${MAJOR_BEFORE} and ${MAJOR}: ` +
        (major > MAJOR ? 'update the site.' : 'start it once with an earlier version of the site.'),
    )
  }
  const kept = oldName(folder, major)
  if (existsSync(kept)) {
    throw new Error(
      `Both ${folder} and ${kept} are of PostgreSQL ${major}: move away the one that is not needed.`,
    )
  }
  process.stderr.write(`Upgrading the database from PostgreSQL ${major} to ${MAJOR} …\n`)
  const target = newName(folder)
  await rm(target, { recursive: true, force: true })
  const old = await openPrevious(folder)
  try {
    if (await isUnused(old)) await createEmpty(target)
    else await copyAll(old, target)
  } finally {
    await old.close()
  }
  await rename(folder, kept)
  await rename(target, folder)
}

async function openPrevious(folder: string): Promise<Rows> {
  const [{ PGlite }, { pg_trgm }, { unaccent }] = await Promise.all([
    import('pglite-previous'),
    import('pglite-previous/contrib/pg_trgm'),
    import('pglite-previous/contrib/unaccent'),
  ])
  try {
    const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, unaccent } })
    return await rowsOf(db, () => db.close())
  } catch (cause) {
    throw new Error(
      `The database in ${folder} is damaged and cannot be upgraded: restore a backup.`,
      { cause },
    )
  }
}

/** A start that was killed before the backend made its tables. */
async function isUnused(rows: Rows): Promise<boolean> {
  const [found] = await rows.query(`SELECT NOT EXISTS
    (SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') AS yes`)
  return found?.['yes'] === true
}

async function createEmpty(target: string): Promise<void> {
  const db = await createEmbedded(target)
  await db.query('SELECT 1')
  await db.close()
}

async function copyAll(old: Rows, target: string): Promise<void> {
  const db = await createEmbedded(target)
  try {
    const rows = await rowsOf(db, async () => undefined)
    // The id is that of the copied row, if there is one.
    await beginLoad(rows, { id: path.basename(target), migration: await migrationOf(old) })
    const expected = new Map<string, Fingerprint>()
    for (const table of await tablesOf(old)) {
      expected.set(table.name, await loadTable(rows, table, old.copyOut(table)))
    }
    await finishLoad(rows, expected, await sequencesOf(old))
  } finally {
    await db.close()
  }
}
