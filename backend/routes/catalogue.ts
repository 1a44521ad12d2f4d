import { listChanges } from '#backend/services/change/changes.ts'
import type { IconSearchResult, SearchCounts, SearchResult } from '#lib/contract/search.ts'
import type { Dependencies } from '#backend/dependencies.ts'
import type { Handlers } from '#backend/http/router.ts'
import { visitorOf } from '#backend/http/visitor.ts'
import { getAuthor } from '#backend/services/account/author.ts'
import { listPackIcons } from '#backend/services/icon/read.ts'
import { searchIcons } from '#backend/services/search/search-icons.ts'
import { createJoiner, createQueue } from '#backend/services/limit/queue.ts'
import { listCategories } from '#backend/services/project/categories.ts'
import { listAddresses, listAuthors, listShards } from '#backend/services/project/addresses.ts'
import { getProject } from '#backend/services/project/get.ts'
import { listProjects } from '#backend/services/project/list.ts'
import { listPopular } from '#backend/services/project/popular.ts'
import { listRelated } from '#backend/services/search/related.ts'
import { listVersions } from '#backend/services/project/versions.ts'
import { countFound } from '#backend/services/search/counts.ts'
import { searchProjects } from '#backend/services/search/search.ts'
import { recordEvent } from '#backend/services/statistic/record.ts'
import { readPages } from '#backend/services/strip/read.ts'

/** Fewer than the database connections, so that pages and sign-ins never wait for searches. */
const SEARCH_LIMITS = { atOnce: 4, waitingMax: 64 }

/** Reading the catalogue, and counting. */
export function catalogueHandlers({ db, clock, internalSecret }: Dependencies) {
  const queue = createQueue(SEARCH_LIMITS)
  const joinSearch = createJoiner<SearchResult>(queue)
  const joinCounts = createJoiner<SearchCounts>(queue)
  const joinIconSearch = createJoiner<IconSearchResult>(queue)
  return {
    list: ({ params, query }) => listProjects(db, params.kind, query),
    project: ({ params }) => getProject(db, params.kind, params.id),
    popular: async ({ query }) => ({ items: await listPopular(db, query) }),
    related: async ({ params, query }) => ({
      items: await listRelated(db, params.kind, params.id, query.view),
    }),
    versions: ({ params }) => listVersions(db, params.kind, params.id),
    pages: ({ params }) => readPages(db, params.kind, params.id),
    packIcons: ({ params }) => listPackIcons(db, params.id),
    search: ({ query }) => joinSearch(JSON.stringify(query), () => searchProjects(db, query)),
    searchIcons: ({ query }) => joinIconSearch(JSON.stringify(query), () => searchIcons(db, query)),
    searchCounts: ({ query }) => joinCounts(JSON.stringify(query), () => countFound(db, query)),
    categories: ({ query }) => listCategories(db, query),
    addresses: async ({ query }) => ({ items: await listAddresses(db, query) }),
    authors: async ({ query }) => ({ items: await listAuthors(db, query) }),
    author: ({ query }) => getAuthor(db, query.author),
    shards: async ({ query }) => ({ starts: await listShards(db, query) }),
    changes: ({ query }) => listChanges(db, query.after),
    record: async ({ c, body }) => ({
      counted: await recordEvent(db, body, visitorOf(c, internalSecret), clock()),
    }),
  } satisfies Partial<Handlers>
}
