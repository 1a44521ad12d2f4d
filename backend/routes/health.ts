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
import { StorageError } from '#backend/storage/error.ts'

/** The disk counts as full below the space of this many largest uploads. */
const UPLOADS_FREE = 2
/** Deadline of the storage in ms, within the one of the web app, which would report the backend as failing. */
const STORAGE_MS = 1_500

/** The state of each subsystem now. @param log of the request that asks. */
export async function checkReadiness(deps: Dependencies, log: Logger = deps.log) {
  const { db, storage, uploadMaxBytes, checkMail, failures } = deps
  const check = async (what: string, look: () => Promise<boolean>): Promise<SubsystemState> => {
    try {
      return (await look()) ? 'ok' : 'failing'
    } catch (error) {
      reportFailure({ failures, log }, error, `${what} check`)
      return 'failing'
    }
  }
  const [database, migrations, files, disk] = await Promise.all([
    check('database', async () => Boolean(await db.execute(sql`SELECT 1`))),
    check('migrations', () => isMigrated(db)),
    // Throws if the folder is missing.
    check('files', async () => {
      await inTime(storage.freeBytes())
      return (await inTime(storage.databaseId())) !== 'unreadable'
    }),
    check('disk', async () => {
      const free = await inTime(storage.freeBytes())
      return free === null || free > UPLOADS_FREE * uploadMaxBytes
    }),
  ])
  const cache = deps.cacheState?.()
  const states = {
    database,
    migrations,
    files,
    disk,
    mail: checkMail(),
    ...(cache && { cache }),
  } satisfies Readiness
  return { states, isReady: [database, migrations, files].every((state) => state === 'ok') }
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
    const data = { version: VERSION, ...states }
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
