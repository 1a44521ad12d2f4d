import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import { KINDS } from '#lib/contract/kind.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'
import { parseId, parseQuery } from '#backend/http/parse.ts'
import { listAddresses, listAuthors, listShards } from '#backend/services/project/addresses.ts'
import { getProject } from '#backend/services/project/get.ts'
import { listProjects } from '#backend/services/project/list.ts'
import { listRelated } from '#backend/services/project/related.ts'
import { listPopular } from '#backend/services/project/popular.ts'

/** The reading calls of projects. */
export function projectRoutes({ db }: Parts) {
  const app = new Hono<AppEnv>()
  for (const kind of KINDS) {
    app.get(`/${kind}/list`, async (c) =>
      succeed(c, await listProjects(db, kind, parseQuery(c, CALLS.list.query))),
    )
    app.get(`/${kind}/:id`, async (c) =>
      succeed(c, await getProject(db, kind, parseId(c.req.param('id')))),
    )
    app.get(`/${kind}/:id/related`, async (c) =>
      succeed(c, { items: await listRelated(db, kind, parseId(c.req.param('id'))) }),
    )
  }
  return app
    .get('/index/popular', async (c) =>
      succeed(c, { items: await listPopular(db, parseQuery(c, CALLS.popular.query)) }),
    )
    .get(CALLS.addresses.path, async (c) =>
      succeed(c, { items: await listAddresses(db, parseQuery(c, CALLS.addresses.query)) }),
    )
    .get(CALLS.authors.path, async (c) =>
      succeed(c, { items: await listAuthors(db, parseQuery(c, CALLS.authors.query)) }),
    )
    .get(CALLS.shards.path, async (c) =>
      succeed(c, { starts: await listShards(db, parseQuery(c, CALLS.shards.query)) }),
    )
}
