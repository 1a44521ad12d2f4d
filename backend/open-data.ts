import path from 'node:path'
import type { Logger } from 'pino'
import { shortLimit } from '#lib/limits/short-limit.ts'
import type { BackendConfig } from './config.ts'
import { connect, type Database, SILENT_SERVER_MS } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { checkOwner } from './services/file/database-id.ts'
import { observeStorage } from './storage/observe.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'
import { sendToParent } from './stop.ts'

/** Migrates the database and connects to it. @param signal ends a migration, and with it the process. */
export async function openDatabase(
  config: BackendConfig,
  log: Logger,
  signal?: AbortSignal,
): Promise<Database> {
  await migrate(config.DATABASE_URL, {
    onMigration(line) {
      log.warn(line)
      sendToParent({ note: line })
    },
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) process.exit(0)
    throw error
  })
  return connect({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    silentMs: config.DATABASE_ALONE ? undefined : shortLimit(SILENT_SERVER_MS),
  })
}

/** @throws if the files belong to another database. */
export async function openOwnStorage(db: Database, config: BackendConfig): Promise<Storage> {
  const { storage: plain, place } = await openStorage(config)
  const storage = observeStorage(plain)
  const places = { files: place, database: describeDatabase(config) }
  await checkOwner({ db, storage }, { adopt: config.ADOPT_FILES, places })
  return storage
}

/** Location of the database for messages to the operator, without credentials. */
function describeDatabase({ DATABASE_URL, DATABASE_ALONE, DATA_DIR }: BackendConfig): string {
  if (DATABASE_ALONE) return path.resolve(DATA_DIR, 'database')
  const { host, pathname } = new URL(DATABASE_URL)
  return `DATABASE_URL (${host}${pathname})`
}
