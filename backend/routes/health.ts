import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { SubsystemState, Readiness } from '#lib/contract/health.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { respondWithData, respondWithError } from '#backend/http/envelope.ts'
import { reportFailure } from '#backend/report-failure.ts'

/** The disk counts as full below the space of this many largest uploads. */
const UPLOADS_FREE = 2

/** `/livez`: the process runs. `/readyz`: state of each subsystem (lib/contract/health.ts), 503 if reading fails. */
export function healthRoutes(deps: Dependencies) {
  const { db, storage, uploadMaxBytes, checkMail } = deps
  const app = new Hono<AppEnv>()
  app.get('/livez', (c) => respondWithData(c, null))
  app.get('/readyz', async (c) => {
    const check = async (what: string, look: () => Promise<boolean>): Promise<SubsystemState> => {
      try {
        return (await look()) ? 'ok' : 'failing'
      } catch (error) {
        reportFailure({ failures: deps.failures, log: c.get('log') }, error, `${what} check`)
        return 'failing'
      }
    }
    const [database, files, disk] = await Promise.all([
      check('database', async () => Boolean(await db.execute(sql`SELECT 1`))),
      // Throws if the folder is missing.
      check('files', async () => {
        await storage.freeBytes()
        return (await storage.databaseId()) !== 'unreadable'
      }),
      check('disk', async () => {
        const free = await storage.freeBytes()
        return free === null || free > UPLOADS_FREE * uploadMaxBytes
      }),
    ])
    const data: Readiness = { database, files, disk, mail: checkMail() }
    const isReady = database === 'ok' && files === 'ok'
    c.header('cache-control', 'no-store')
    if (isReady) return c.json({ code: CODE_OK, message: 'OK', data })
    c.header('retry-after', '5')
    return c.json({ code: 503, message: 'Reading fails.', data }, 503)
  })
  for (const path of ['/livez', '/readyz']) {
    app.all(path, (c) => {
      c.header('allow', 'GET, HEAD')
      return respondWithError(c, { code: 'method_not_allowed', message: 'Method not allowed.' })
    })
  }
  return app
}
