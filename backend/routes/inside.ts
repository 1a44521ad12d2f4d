import { Hono } from 'hono'
import { KINDS } from '#lib/contract/kind.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { signedIn } from '#backend/http/bearer.ts'
import { succeed, succeedPrivately } from '#backend/http/envelope.ts'
import { NotFound } from '#backend/http/errors.ts'
import { parseId } from '#backend/http/parse.ts'
import { fileState } from '#backend/services/drawing/job.ts'
import { listPackIcons, readIcon } from '#backend/services/icon/read.ts'
import { readPages } from '#backend/services/strip/read.ts'

/**
 * What is inside files: `GET /icon/{id}/icons`, `GET /profile/{id}/pages`, `GET /flexpage/{id}/pages`,
 * `GET /file/{id}/state` and `GET /file/{id}/icons/{name}.svg`.
 */
export function insideRoutes(parts: Parts) {
  const { db } = parts
  const app = new Hono<AppEnv>()
  for (const kind of KINDS) {
    app.get(`/${kind}/:id/pages`, async (c) =>
      succeed(c, await readPages(db, kind, parseId(c.req.param('id')))),
    )
  }
  return app
    .get('/icon/:id/icons', async (c) =>
      succeed(c, { items: await listPackIcons(db, parseId(c.req.param('id'))) }),
    )
    .get('/file/:id/state', async (c) => {
      const { uid } = await signedIn(c, parts)
      return succeedPrivately(c, await fileState(db, uid, parseId(c.req.param('id'))))
    })
    .get('/file/:id/icons/:name', async (c) => {
      const name = /^([a-z0-9-]{1,100})\.svg$/.exec(c.req.param('name'))?.[1]
      if (name === undefined) throw new NotFound()
      const { bytes, cacheControl } = await readIcon(parts, parseId(c.req.param('id')), name)
      c.header('content-type', 'image/svg+xml')
      c.header('cache-control', cacheControl)
      c.header('x-content-type-options', 'nosniff')
      // Shown as an image an SVG runs nothing; opened on its own it may not either.
      // A PNG icon stands in its drawing as data.
      const allowed = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox"
      c.header('content-security-policy', allowed)
      return c.body(bytes)
    })
}
