import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { CODE_OK } from '#lib/contract/envelope.ts'
import type { PartState, Readiness } from '#lib/contract/health.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'
import { reportFailure } from '#backend/report-failure.ts'

/** The disk has room while this many of the largest uploads fit on it. */
const UPLOADS_FREE = 2

/** `/livez`: the process lives. `/readyz`: what works (lib/contract/health.ts), 503 where reading fails. */
export function healthRoutes(parts: Parts) {
  const { db, storage, uploadMaxBytes, checkMail } = parts
  const app = new Hono<AppEnv>()
  app.get('/livez', (c) => succeed(c, null))
  app.get('/readyz', async (c) => {
    const check = async (what: string, look: () => Promise<boolean>): Promise<PartState> => {
      try {
        return (await look()) ? 'ok' : 'failing'
      } catch (error) {
        reportFailure({ faults: parts.faults, log: c.get('log') }, error, `${what} check`)
        return 'failing'
      }
    }
    const [database, files, disk] = await Promise.all([
      check('database', async () => Boolean(await db.execute(sql`SELECT 1`))),
      // A folder that is gone has no free bytes to tell of.
      check('files', async () => {
        await storage.freeBytes()
        return (await storage.databaseId()) !== 'unreadable'
      }),
      check('disk', async () => (await storage.freeBytes()) > UPLOADS_FREE * uploadMaxBytes),
    ])
    const data: Readiness = { database, files, disk, mail: checkMail() }
    const isReady = database === 'ok' && files === 'ok'
    c.header('cache-control', 'no-store')
    if (isReady) return c.json({ code: CODE_OK, message: 'OK', data })
    c.header('retry-after', '5')
    return c.json({ code: 503, message: 'Reading fails.', data }, 503)
  })
  return app
}
