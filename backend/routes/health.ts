import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { SubsystemState, Readiness } from '#lib/contract/health.ts'
import { VERSION } from '#lib/version.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { respondWithData, respondWithError } from '#backend/http/envelope.ts'
import { isMigrated } from '#backend/db/newest-migration.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { readBackups } from '#backend/services/backup/age.ts'
import { isDiskFull } from '#backend/errors.ts'
import { StorageError } from '#backend/storage/error.ts'

/** Deadline of the storage in ms, within the one of the web app, which would report the backend as failing. */
const STORAGE_MS = 1_500
/** Free bytes below which a database on the same disk may have no room for a page of a table. */
const ROOM_BYTES = 64 * 1024

/** The state of each subsystem now. @param log of the request that asks. */
export async function checkReadiness(deps: Dependencies, log: Logger = deps.log) {
  const { db, storage, checkDisk, checkMail, failures } = deps
  const check = async (
    what: string,
    look: () => Promise<boolean | SubsystemState>,
  ): Promise<SubsystemState> => {
    try {
      const found = await look()
      return typeof found === 'string' ? found : found ? 'ok' : 'failing'
    } catch (error) {
      reportFailure({ failures, log }, error, `${what} check`)
      return 'failing'
    }
  }
  const free = inTime(storage.freeBytes())
  const [reads, hasRoom, migrations, files, disk, mail] = await Promise.all([
    check('database', async () => Boolean(await db.execute(sql`SELECT 1`))),
    databaseHasRoom(deps, free),
    check('migrations', () => isMigrated(db)),
    // Throws if the folder is missing.
    check('files', async () => {
      await free
      return (await inTime(storage.databaseId())) !== 'unreadable'
    }),
    check('disk', () => inTime(checkDisk())),
    checkMail(),
  ])
  const cache = deps.cacheState?.()
  const backup = deps.backups && (await backupState(deps))
  const states = {
    database: hasRoom ? reads : 'failing',
    migrations,
    files,
    disk,
    mail,
    ...(cache && { cache }),
    ...(backup && { backup }),
  } satisfies Readiness
  return { states, isReady: [reads, migrations, files].every((state) => state === 'ok') }
}

const TRY_ROOM = sql`CREATE TEMPORARY TABLE room_of_the_database ON COMMIT DROP AS SELECT 1 AS room`

/**
 * Whether the database can write. Asked after a write has failed for lack of room, and while the disk of the files, which an embedded
 * database shares, is full: a table is made and removed. What else fails is not for this to say.
 */
async function databaseHasRoom(
  { db, failures }: Dependencies,
  free: Promise<number | null>,
): Promise<boolean> {
  const bytes = await free.catch(() => null)
  const isSuspected = failures.isFailing('database_space') || (bytes !== null && bytes < ROOM_BYTES)
  if (!isSuspected) return true
  try {
    await db.transaction((tx) => tx.execute(TRY_ROOM))
  } catch (error) {
    if (isDiskFull(error)) {
      failures.failed('database_space', error)
      return false
    }
  }
  failures.works('database_space')
  return true
}

/** Unknown before the first backup, and while the database fails. */
async function backupState(deps: Dependencies): Promise<SubsystemState> {
  const read = await readBackups(deps).catch(() => null)
  if (!read) return 'unknown'
  if (read.backup.isFailing || read.check.isFailing) return 'failing'
  return read.backup.ageSeconds === null ? 'unknown' : 'ok'
}

/** The ages of the last backup and of the last one that was tried, in seconds; nothing without one. */
async function backupAges(deps: Dependencies) {
  const read = await readBackups(deps).catch(() => null)
  const rounded = (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined ? null : Math.round(seconds)
  return { last: rounded(read?.backup.ageSeconds), tried: rounded(read?.check.ageSeconds) }
}

/** The times of the last backup and of the last one that was tried; null without one. */
export async function backupTimes(deps: Dependencies) {
  const { last, tried } = await backupAges(deps)
  const timeBefore = (seconds: number | null) =>
    seconds === null ? null : new Date(deps.clock().getTime() - seconds * 1000).toISOString()
  return { last: timeBefore(last), tried: timeBefore(tried) }
}

/** The answer of the storage. @throws StorageError after the deadline; the work goes on without effect. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new StorageError(new Error(`no answer within ${STORAGE_MS} ms`)))
    timer = setTimeout(fail, STORAGE_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * `/livez`: the process runs. `/readyz`: version, and state of each subsystem (lib/contract/health.ts); 503 if reading
 * fails, and while the process stops. `/metrics` with a token (lib/telemetry/endpoint.ts).
 */
export function healthRoutes(deps: Dependencies) {
  const { isDraining = () => false, metrics } = deps
  const app = new Hono<AppEnv>()
  app.get('/livez', (c) => respondWithData(c, null))
  app.get('/readyz', async (c) => {
    const { states, isReady } = await checkReadiness(deps, c.get('log'))
    const data = { version: VERSION, ...states, backup_seconds: await backupAges(deps) }
    c.header('cache-control', 'no-store')
    if (isReady && !isDraining()) return c.json({ code: CODE_OK, message: 'OK', data })
    c.header('retry-after', '5')
    const message = isReady ? 'The process is stopping.' : 'Reading fails.'
    return c.json({ code: 503, message, data }, 503)
  })
  if (metrics) {
    app.get('/metrics', async (c) => {
      const { status, headers, body } = await metrics(c.req.header('authorization'))
      return new Response(body, { status, headers })
    })
  }
  for (const path of ['/livez', '/readyz', ...(metrics ? ['/metrics'] : [])]) {
    app.all(path, (c) => {
      c.header('allow', 'GET, HEAD')
      return respondWithError(c, { code: 'method_not_allowed', message: 'Method not allowed.' })
    })
  }
  return app
}
