import 'server-only'
import { LRUCache } from 'lru-cache'
import { call } from '#lib/api/call.ts'
import { ifAvailable } from '#lib/api/if-available.ts'
import { position } from '#lib/cache/state.ts'
import { CALLS } from '#lib/contract/calls.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import type {
  FoundProject,
  IconSearchResult,
  SearchCounts,
  SearchResult,
} from '#lib/contract/search.ts'
import type { SearchView } from './view.ts'

/**
 * Lifetime in milliseconds and size in bytes per cache: the same search by many visitors runs once.
 */
const FRESH_MS = CALLS.search.cache.seconds * 1000
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024
/** Memory estimates: bytes per character of JSON, and for a pending answer. */
const BYTES_PER_CHARACTER = 3
const PENDING_BYTES = 4096

/** The parameters of the call; the page's `view` is none of them. */
function queryOf(view: SearchView): Omit<SearchView, 'view'> {
  const { view: _, ...query } = view
  return query
}

/** Suggestions while typing. */
const SUGGESTIONS = 6
/** Icons in the row above the projects found. */
const FEW_ICONS = 24

/** In memory: a tagged read would write a file per search term. */
const projectAnswers = answersOf((view: SearchView) => call('search', queryOf(view)))
const cardAnswers = answersOf((view: SearchView): Promise<FoundCards> =>
  call('search', { ...queryOf(view), view: 'card' }),
)
const iconAnswers = answersOf(({ q, after }: SearchView) =>
  call('searchIcons', { q, after, limit: 96 }),
)
const fewIconAnswers = answersOf((q: string) => call('searchIcons', { q, limit: FEW_ICONS }))
const countAnswers = answersOf((view: SearchView) => call('searchCounts', view))

/** Found projects as cards show them. */
export type FoundCard = ListedProject & Pick<FoundProject, 'matches'>
type FoundCards = Omit<SearchResult, 'items'> & { items: FoundCard[] }

/**
 * A page of projects found, as cards show them.
 * @throws ApiError; `isNotFound` for an invalid cursor or filter.
 */
export const readCards = (view: SearchView): Promise<FoundCards> => cardAnswers(view)

/** The same with the whole projects, for feeds. */
export const readProjects = (view: SearchView): Promise<SearchResult> => projectAnswers(view)

/**
 * A page of icons found.
 * @throws ApiError; `isNotFound` for an invalid cursor, or if the backend has no icon search.
 */
export const readIcons = (view: SearchView): Promise<IconSearchResult> => iconAnswers(view)

/** The first few icons of a term, and their number; `null` if the backend has no icon search, or does not answer. */
export const readFewIcons = (term: string): Promise<IconSearchResult | null> =>
  ifAvailable(fewIconAnswers(term))

/**
 * How many projects of each kind a search has under its filters, regardless of its kind, category and author; `null` if the
 * backend does not count them, or does not answer.
 */
export function readCounts({ q, os, minimum_version }: SearchView): Promise<SearchCounts | null> {
  return ifAvailable(countAnswers({ q, os, minimum_version }))
}

const suggestionAnswers = answersOf((term: string): Promise<FoundCards> =>
  call('search', { q: term, limit: SUGGESTIONS, view: 'card' }),
)

/**
 * The first few projects of a term, for suggestions.
 * @throws ApiError.
 */
export const readSuggestions = (term: string): Promise<FoundCards> => suggestionAnswers(term)

/** Caches successful answers briefly or until a write; concurrent callers share one request. */
function answersOf<Q extends SearchView | string, T extends object>(ask: (query: Q) => Promise<T>) {
  const answers = new LRUCache<string, { promise: Promise<T>; size: number }>({
    maxSize: ANSWERS_MAX_BYTES,
    sizeCalculation: ({ size }) => size,
    ttl: FRESH_MS,
  })
  return (query: Q): Promise<T> => {
    const key = JSON.stringify([position(), query])
    const known = answers.get(key)
    if (known) return known.promise
    const promise = ask(query)
    answers.set(key, { promise, size: PENDING_BYTES })
    promise.then(
      (answer) =>
        answers.set(key, { promise, size: BYTES_PER_CHARACTER * JSON.stringify(answer).length }),
      () => answers.delete(key),
    )
    return promise
  }
}
