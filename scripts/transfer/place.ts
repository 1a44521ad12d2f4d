import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isDiskFull } from '#backend/errors.ts'
import { type BackupPlace, backupPlaceSchema } from '#backend/storage/backup-place.ts'
import { backupVariables } from '#backend/storage/backup-variables.ts'
import { StorageError } from '#backend/storage/error.ts'
import { commandVariables, loadConfiguration } from '#scripts/settings/configuration.ts'
import { takeLock } from '#scripts/stack/lock.ts'
import { readSecretFiles } from '#scripts/settings/secret-variables.ts'
import { storageUrlSchema } from '#backend/storage/s3-address.ts'
import { parseVariables, type Variables } from '#lib/variables.ts'

/** The data folder of a command, and the variables that say where its data are; secrets also from files, as for processes. */
export function place() {
  const { config } = loadConfiguration()
  const env = readSecretFiles(process.env)
  const { DATABASE_URL, BACKUP_PASSPHRASE } = commandVariables(env)
  const { BACKUP_TO, BACKUP_KEEP, BACKUP_KEEP_DAYS } = parseVariables(backupsSchema, env)
  return {
    dataDir: path.resolve(config.DATA_DIR),
    databaseUrl: DATABASE_URL,
    storageUrl: env['STORAGE_URL'] || undefined,
    env,
    /** Where backups are, and which stay. */
    backups: BACKUP_TO && withKey(BACKUP_TO, env),
    keep: { count: BACKUP_KEEP, days: BACKUP_KEEP_DAYS },
    hasPassphrase: BACKUP_PASSPHRASE !== undefined,
    /** Never from an argument: those are visible to other users. @throws Error with one sentence if there is none. */
    passphrase() {
      if (BACKUP_PASSPHRASE !== undefined) return BACKUP_PASSPHRASE
      throw new Error('A passphrase is needed: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.')
    },
  }
}

const backupsSchema = z.object(backupVariables)

/**
 * The place that an argument names. Its value is not repeated: it may have a secret.
 * @throws Error with one sentence for an address of anything but a bucket.
 */
export function parsePlace(value: string, argument: string, env: Variables): BackupPlace {
  const { data, error } = backupPlaceSchema.safeParse(value)
  if (data) return withKey(data, env)
  throw new Error(`${argument}: ${error?.issues[0]?.message}.`)
}

/** A bucket without a key that is on the server of `STORAGE_URL` has the key of that one. */
function withKey(to: BackupPlace, env: Variables): BackupPlace {
  if ('folder' in to || to.bucket.credentials) return to
  const { data: storage } = storageUrlSchema.safeParse(env['STORAGE_URL'])
  if (storage?.endpoint !== to.bucket.endpoint) return to
  return { bucket: { ...to.bucket, credentials: storage.credentials } }
}

/** The lock of a stopped site. @throws Error with one sentence if it runs, or there is none. */
export async function lockSite(dataDir: string): Promise<() => Promise<void>> {
  if (!existsSync(dataDir)) throw new Error(`There is no site in ${dataDir}; set DATA_DIR.`)
  return takeLock(path.join(dataDir, '.lock'), 0)
}

export const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`

export function fail(error: unknown): never {
  // Below the bar.
  if (process.stdout.isTTY) console.log()
  console.error(messageOf(error))
  process.exit(1)
}

/** The messages of storage and disk are for visitors; an operator needs the cause, which has no secret. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, cause } = error
  if (!(cause instanceof Error)) return message
  if (isDiskFull(cause))
    return `The disk is full (${cause.message}). Make room, then run the command again.`
  return error instanceof StorageError ? `${message} ${cause.message}` : message
}
