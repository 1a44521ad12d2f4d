import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BACKUP_LOCK } from '#backend/db/migration-files.ts'
import { type OpenStorage, storageOf } from '#backend/storage/open.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import type { Variables } from '#lib/variables.ts'
import { createEmbedded } from '#scripts/pglite/pglite-create.ts'
import { openFolder } from '#scripts/pglite/pglite-folder.ts'
import { requestSnapshot } from '#scripts/pglite/snapshot.ts'
import { openServer, type Rows, rowsOf } from './rows.ts'

/** What does not change while it is read, and for how many ms others waited for it. */
type Snapshot = { rows: Rows; at: Date; waitMs: number }

/** The site whose data are read. */
export type SourceSite = {
  storage: OpenStorage
  snapshot: () => Promise<Snapshot>
  /** Must be called at the end. */
  close: () => Promise<void>
}

type Options = {
  dataDir: string
  databaseUrl: string | undefined
  env: Variables
  /** Called with a line when a migration has to end before. */
  onWait?: (line: string) => void
}
const printLine = (line: string) => void process.stderr.write(`${line}\n`)

/**
 * The data of a site that may run: those of the PostgreSQL server in a transaction, a copy of a running embedded database, or
 * that of a stopped site itself.
 * @throws Error with one sentence.
 */
export async function openSource(options: Options): Promise<SourceSite> {
  const source = await openStopped(options)
  if (options.databaseUrl !== undefined) return source
  const database = path.join(options.dataDir, 'database')
  // A running site has the lock. A stopped one cannot start while it is read.
  const release = await takeLock(path.join(options.dataDir, '.lock'), 0).catch((error: unknown) => {
    if (existsSync(`${database}.address`)) return null
    throw error
  })
  return release
    ? { ...source, close: release }
    : { ...source, snapshot: () => runningSnapshot(database) }
}

/**
 * The data of a stopped site, whose lock the caller has.
 * @throws Error with one sentence.
 */
export async function openStopped({
  dataDir,
  databaseUrl,
  env,
  onWait = printLine,
}: Options): Promise<SourceSite> {
  const storage = await storageOf(env, dataDir)
  const database = path.join(dataDir, 'database')
  if (databaseUrl === undefined) requireDatabase(database)
  const snapshot = () =>
    databaseUrl === undefined ? folderRows(database, storage) : serverSnapshot(databaseUrl, onWait)
  return { storage, snapshot, close: async () => undefined }
}

function requireDatabase(database: string) {
  if (!existsSync(path.join(database, 'PG_VERSION'))) {
    throw new Error(`There is no database in ${database}; set DATA_DIR or DATABASE_URL.`)
  }
}

/** Between two looks at a migration that runs, in ms. */
const LOOK_MS = 500

/** Begins when no migration runs, and keeps one that starts meanwhile waiting (backend/db/migrate.ts). */
async function serverSnapshot(url: string, onWait: (line: string) => void): Promise<Snapshot> {
  const rows = await openServer(url, 'DATABASE_URL')
  try {
    for (let isTold = false; ; isTold = true) {
      await rows.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      // The snapshot is that of the first statement.
      const lock = 'SELECT pg_try_advisory_xact_lock_shared($1) AS is_free'
      const [row] = await rows.query(lock, [BACKUP_LOCK])
      if (row?.['is_free'] === true) return { rows, at: new Date(), waitMs: 0 }
      await rows.query('ROLLBACK')
      if (!isTold) onWait('The database is being migrated; its rows are read after that.')
      await delay(LOOK_MS)
    }
  } catch (error) {
    await rows.close().catch(() => undefined)
    throw error
  }
}

async function folderRows(database: string, files: OpenStorage): Promise<Snapshot> {
  const { db, release } = await openFolder(database, { files })
  const close = async () => {
    await db.close()
    await release()
  }
  return { rows: await rowsOf(db, close), at: new Date(), waitMs: 0 }
}

async function runningSnapshot(database: string): Promise<Snapshot> {
  const copy = await requestSnapshot(database)
  if (!copy) throw new Error('The site has just been stopped or started; try again.')
  const at = new Date()
  try {
    const db = await createEmbedded(copy.folder)
    const close = async () => {
      await db.close()
      copy.end()
    }
    return { rows: await rowsOf(db, close), at, waitMs: copy.waitMs }
  } catch (error) {
    copy.end()
    throw error
  }
}
