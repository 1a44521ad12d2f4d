import { existsSync } from 'node:fs'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { commandVariables, loadConfiguration } from '#scripts/settings/configuration.ts'
import { takeLock } from './lock.ts'
import { requireStopped } from './running.mjs'
import { printNotices } from '#scripts/settings/notices.ts'
import { makePrivate } from '#scripts/settings/private-data.ts'
import { ensureSecret } from '#scripts/settings/secret-file.ts'

/**
 * Checks configuration, ports and data folder before anything starts, and creates what is missing.
 * @returns the environment of the services, the data folder, and a function that releases its lock.
 * @throws Error with one sentence for the operator.
 */
export async function prepare() {
  const { env, config } = loadConfiguration()
  printNotices(process.env, { env, config })
  const variables = commandVariables()
  const isEmbedded = variables.BACKEND_URL === undefined
  const dataDir = path.resolve(config.DATA_DIR)
  await requireStopped('.', process.env)
  const hasOwn = isEmbedded && variables.DATABASE_URL === undefined
  await requireWritable(dataDir, hasOwn && !existsSync(path.join(dataDir, 'database')))
  // One site per folder: two would write to the same database.
  const release = await takeLock(path.join(dataDir, '.lock'), 0)
  await makePrivate(dataDir)
  const secrets = {
    INTERNAL_SECRET: variables.INTERNAL_SECRET ?? (await ensureSecret(dataDir, 'internal')),
    SESSION_SECRET: variables.SESSION_SECRET ?? (await ensureSecret(dataDir, 'session')),
  }
  return { env: { ...process.env, ...secrets }, dataDir, release, port: env.PORT }
}

/** Written to try the disk: more than a file system keeps beside its blocks. */
const PROBE_BYTES = 64 * 1024
/** What the embedded database takes before its first row, with its log of writes, in MB. */
const NEW_DATABASE_MB = 128

/** @param isNew whether an embedded database is going to be made in it. */
async function requireWritable(folder: string, isNew: boolean) {
  const probe = path.join(folder, '.writable')
  const other = 'set DATA_DIR to another one.'
  try {
    await createFolder(folder)
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flush: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Error(
        `The disk of the data folder ${folder} is full; free some space, or ${other}`,
        {
          cause: error,
        },
      )
    }
    if (code === 'EROFS') {
      const where = 'is on a disk that is mounted read-only; mount it for writing'
      throw new Error(`The data folder ${folder} ${where}, or ${other}`, { cause: error })
    }
    throw new Error(`The data folder ${folder} cannot be written to; ${other}`, { cause: error })
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = Math.floor((bavail * bsize) / 1024 ** 2)
  if (!isNew || free >= NEW_DATABASE_MB) return
  throw new Error(
    `The disk of the data folder ${folder} has ${free} MB left, and a new database needs ${NEW_DATABASE_MB}; free some space, or ${other}`,
  )
}

/** Creates parent folders one by one: Node's `recursive` never returns below `/proc`. */
async function createFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await createFolder(path.dirname(folder))
  await mkdir(folder)
}
