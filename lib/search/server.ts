import 'server-only'
import { ifAvailable } from '#lib/api/if-available.ts'
import { cachedCall } from '#lib/catalogue/cached-call.ts'
import type { ListedProject } from '#lib/contract/project.ts'
import type {
  FoundProject,
  IconSearchResult,
  SearchCounts,
  SearchResult,
} from '#lib/contract/search.ts'
import type { SearchView } from './view.ts'

/** The parameters of the call; the page's `view` is none of them. */
function queryOf(view: SearchView): Omit<SearchView, 'view'> {
  const { view: _, ...query } = view
  return query
}

/** Suggestions while typing. */
const SUGGESTIONS = 6
/** Icons in the row above the projects found. */
const FEW_ICONS = 24

type SearchCall = 'search' | 'searchIcons' | 'searchCounts'

/** Kept for 15 s, or until a change of a project in it or of the list of its kind. An edit may find or lose a project meanwhile. */
const ask = <N extends SearchCall>(name: N, input: Parameters<typeof cachedCall<N>>[1]) =>
  cachedCall(name, input, 'searches')

/** Found projects as cards show them. */
export type FoundCard = ListedProject & Pick<FoundProject, 'matches'>
type FoundCards = Omit<SearchResult, 'items'> & { items: FoundCard[] }

/**
 * A page of projects found, as cards show them.
 * @throws ApiError; `isNotFound` for an invalid cursor or filter.
 */
export const readCards = (view: SearchView): Promise<FoundCards> =>
  ask('search', { ...queryOf(view), view: 'card' })

/** The same with the whole projects, for feeds. */
export const readProjects = (view: SearchView): Promise<SearchResult> =>
  ask('search', queryOf(view))

/**
 * A page of icons found.
 * @throws ApiError; `isNotFound` for an invalid cursor, or if the backend has no icon search.
 */
export const readIcons = ({ q, after }: SearchView): Promise<IconSearchResult> =>
  ask('searchIcons', { q, after, limit: 96 })

/** The first few icons of a term, and their number; `null` if the backend has no icon search, or does not answer. */
export const readFewIcons = (term: string): Promise<IconSearchResult | null> =>
  ifAvailable(ask('searchIcons', { q: term, limit: FEW_ICONS }))

/**
 * How many projects of each kind a search has under its filters, regardless of its kind, category and author; `null` if the
 * backend does not count them, or does not answer.
 */
export function readCounts({ q, os, minimum_version }: SearchView): Promise<SearchCounts | null> {
  return ifAvailable(ask('searchCounts', { q, os, minimum_version }))
}

/**
 * The first few projects of a term, for suggestions.
 * @throws ApiError.
 */
export const readSuggestions = (term: string): Promise<FoundCards> =>
  ask('search', { q: term, limit: SUGGESTIONS, view: 'card' })
