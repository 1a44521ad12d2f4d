import { Hono } from 'hono'
import { CALLS } from '#lib/contract/calls.ts'
import type { IconSearchResult, SearchResult } from '#lib/contract/search.ts'
import type { AppEnv, Parts } from '#backend/context.ts'
import { succeed } from '#backend/http/envelope.ts'
import { parseQuery } from '#backend/http/parse.ts'
import { searchIcons } from '#backend/services/icon/search.ts'
import { createJoiner, createQueue } from '#backend/services/limit/queue.ts'
import { searchProjects } from '#backend/services/search/search.ts'

/** Fewer than the database's connections, so that a page or a sign-in never waits for searches. */
const SEARCHES = { atOnce: 4, waitingMax: 64 }

/** `GET /index/search` and `GET /index/icons`: bounded together, identical ones joined. */
export function searchRoutes({ db }: Parts) {
  const queue = createQueue(SEARCHES)
  const projects = createJoiner<SearchResult>(queue)
  const icons = createJoiner<IconSearchResult>(queue)
  return new Hono<AppEnv>()
    .get(CALLS.search.path, async (c) => {
      const query = parseQuery(c, CALLS.search.query)
      return succeed(c, await projects(JSON.stringify(query), () => searchProjects(db, query)))
    })
    .get(CALLS.searchIcons.path, async (c) => {
      const query = parseQuery(c, CALLS.searchIcons.query)
      return succeed(c, await icons(JSON.stringify(query), () => searchIcons(db, query)))
    })
}
