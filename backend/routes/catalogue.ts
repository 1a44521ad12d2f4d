import { type Calls, CALLS } from '#lib/contract/calls.ts'
import { listChanges } from '#backend/services/change/changes.ts'
import type { IconSearchResult, SearchCounts, SearchResult } from '#lib/contract/search.ts'
import type { Database } from '#backend/db/connect.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import type { CallRequest, Handlers } from '#backend/http/router.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { getAuthor } from '#backend/services/account/author.ts'
import { listPackIcons } from '#backend/services/icon/read.ts'
import { searchIcons } from '#backend/services/search/search-icons.ts'
import { createJoiner, createQueue } from '#backend/services/limit/queue.ts'
import { listCategories } from '#backend/services/project/categories.ts'
import { listAddresses, listAuthors } from '#backend/services/project/addresses.ts'
import { getProject } from '#backend/services/project/select.ts'
import { listProjects } from '#backend/services/project/list.ts'
import { listPopular } from '#backend/services/project/popular.ts'
import { readHistory } from '#backend/services/update/history.ts'
import { readNeeds } from '#backend/services/update/needs.ts'
import { listRelated } from '#backend/services/search/related.ts'
import { listShards } from '#backend/services/project/shards.ts'
import { listVersions } from '#backend/services/project/versions.ts'
import { countFound } from '#backend/services/search/counts.ts'
import { meantTerm } from '#backend/services/search/meant-term.ts'
import { searchProjects } from '#backend/services/search/search.ts'
import { readShown } from '#backend/services/setting/settings.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'
import { compareVersions } from '#backend/services/compare/compare-versions.ts'
import { checkUpdate, checkUpdates } from '#backend/services/update/check-updates.ts'
import { findFileOfVersion } from '#backend/services/update/file-of-version.ts'
import { readPages } from '#backend/services/strip/read.ts'

/** Fewer than the database connections, so that pages and sign-ins never wait for searches. */
const SEARCH_LIMITS = { atOnce: 4, waitingMax: 64 }

/** When to ask again for a comparison that is being made, in seconds. */
const COMPARING_S = 2

/** Reading the catalogue, and counting. */
export function catalogueHandlers({ db, clock, internalSecret, jobs, overrides }: Dependencies) {
  const queue = createQueue(SEARCH_LIMITS)
  const joinSearch = createJoiner<SearchResult>(queue)
  const joinCounts = createJoiner<SearchCounts>(queue)
  const joinIconSearch = createJoiner<IconSearchResult>(queue)
  /** Searches for what the term means; equal searches share one answer. */
  const ask =
    <Q extends { q: string }, R>(
      join: (key: string, work: () => Promise<R>) => Promise<R>,
      find: (db: Database, query: Q) => Promise<R>,
    ) =>
    ({ query }: { query: Q }) => {
      const meant = { ...query, q: meantTerm(query.q) }
      return join(JSON.stringify(meant), () => find(db, meant))
    }
  /** Leads to the file of a version. The download is counted where the bytes are sent. */
  async function redirectToFile(request: CallRequest<Calls['latestFile' | 'versionFile']>) {
    const { c, params, query } = request
    const { version, url } = await findFileOfVersion(db, params, query)
    c.header('cache-control', `public, max-age=${CALLS.latestFile.cache.seconds}`)
    c.header('x-project', `${params.kind}/${params.id}`)
    c.header('x-project-version', version)
    return c.redirect(url, 302)
  }
  return {
    list: ({ params, query }) => listProjects(db, params.kind, query),
    project: ({ params }) => getProject(db, params.kind, params.id),
    popular: async ({ query }) => ({ items: await listPopular(db, query) }),
    related: async ({ params, query }) => ({
      items: await listRelated(db, { ...params, view: query.view, now: clock() }),
    }),
    versions: ({ params, query }) => listVersions(db, params, query),
    latestFile: redirectToFile,
    versionFile: redirectToFile,
    needs: ({ params }) => readNeeds(db, params),
    history: ({ params }) => readHistory(db, params.kind, params.id),
    pages: ({ params }) => readPages(db, params.kind, params.id),
    packIcons: ({ params }) => listPackIcons(db, params.id),
    search: ask(joinSearch, searchProjects),
    searchIcons: ask(joinIconSearch, searchIcons),
    searchCounts: ask(joinCounts, countFound),
    categories: ({ query }) => listCategories(db, query),
    addresses: async ({ query }) => ({ items: await listAddresses(db, query) }),
    authors: async ({ query }) => ({ items: await listAuthors(db, query) }),
    author: ({ query }) => getAuthor(db, query.author),
    shards: async ({ query }) => ({ starts: await listShards(db, query, clock()) }),
    changes: ({ query }) => listChanges(db, query.after),
    siteSettings: () => readShown({ db, overrides }, clock()),
    compare: async ({ c, params, query }) => {
      const comparison = await compareVersions(db, { ...params, ...query })
      if (comparison.state === 'working') {
        jobs.wake()
        c.status(202)
        c.header('retry-after', String(COMPARING_S))
      }
      return comparison
    },
    newerVersions: ({ body }) => checkUpdates(db, { ...body, now: clock() }),
    newerVersion: ({ params, query }) => checkUpdate(db, { ...params, ...query, now: clock() }),
    record: async ({ c, body, identify }) => ({
      counted: await recordEvent(
        db,
        { ...body, uid: (await identify())?.uid },
        visitorOf(c, internalSecret),
        clock(),
      ),
    }),
  } satisfies Partial<Handlers>
}
