import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { NotFound } from '#backend/http/errors.ts'
import { parseQuery } from '#backend/http/parse.ts'
import { isSecret } from '#backend/http/secret.ts'
import { listChanges } from '#backend/services/change/list.ts'

/** `GET /index/changes`, for whoever knows `INTERNAL_SECRET`; to others it is not there. */
export function changeRoutes({ db, internalSecret }: Parts) {
  return new Hono<AppEnv>().get(CALLS.changes.path, async (c) => {
    if (!isSecret(c.req.header('x-internal-secret'), internalSecret)) throw new NotFound()
    const { after } = parseQuery(c, CALLS.changes.query)
    return succeedPrivately(c, await listChanges(db, after))
  })
}
