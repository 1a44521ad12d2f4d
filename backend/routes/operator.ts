import { Hono } from 'hono'
import { operatorRequestSchema } from '#lib/contract/operator.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeedPrivately } from '#backend/http/envelope.ts'
import { NotFound } from '#backend/http/errors.ts'
import { parseBody } from '#backend/http/parse.ts'
import { isSecret } from '#backend/http/secret.ts'
import { clearDemo } from '#backend/services/operator/clear-demo.ts'
import { listAudit, listHidden, moderate } from '#backend/services/operator/moderate.ts'
import { tellAuthor } from '#backend/services/operator/tell-author.ts'
import { sweepUnknown } from '#backend/services/upload/sweep-unknown.ts'

/**
 * The operator's calls, for whoever knows `INTERNAL_SECRET`; to others they are not there. The web
 * app forwards none of them.
 */
export function operatorRoutes(parts: Parts) {
  const app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    if (!isSecret(c.req.header('x-internal-secret'), parts.internalSecret)) throw new NotFound()
    await next()
  })
  app.post('/projects', async (c) => {
    const request = await parseBody(c, operatorRequestSchema)
    const entry = await moderate(parts, request, parts.clock())
    await tellAuthor({ ...parts, log: c.get('log') }, entry)
    return succeedPrivately(c, entry)
  })
  app.post('/sweep', async (c) =>
    succeedPrivately(c, await sweepUnknown(parts, { now: new Date(), isForced: true })),
  )
  app.post('/clear-demo', async (c) => succeedPrivately(c, await clearDemo(parts, parts.clock())))
  app.get('/hidden', async (c) => succeedPrivately(c, { items: await listHidden(parts.db) }))
  app.get('/audit', async (c) => succeedPrivately(c, { items: await listAudit(parts.db) }))
  return app
}
