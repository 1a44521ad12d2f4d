import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers too, else 503. */
export function healthRoutes({ db }: Parts) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => succeed(c, null))
    .get('/readyz', async (c) => {
      await db.execute(sql`SELECT 1`)
      return succeed(c, null)
    })
}
