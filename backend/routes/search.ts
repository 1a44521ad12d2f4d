import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'
import { parseQuery } from '#backend/http/parse.ts'
import { searchProjects } from '#backend/services/search/search.ts'

/** `GET /index/search`. */
export function searchRoutes({ db }: Parts) {
  return new Hono<AppEnv>().get('/index/search', async (c) =>
    succeed(c, await searchProjects(db, parseQuery(c, CALLS.search.query))),
  )
}
