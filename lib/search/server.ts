import 'server-only'
import { LRUCache } from 'lru-cache'
import { searchIcons, searchProjects } from '#lib/api/projects.ts'
import { position } from '#lib/cache/state.ts'
import type { IconSearchResult, SearchResult } from '#lib/contract/search.ts'
import type { SearchView } from './view.ts'

/**
 * Answers are kept for so long, in milliseconds, and so many bytes of them per kind of question: what
 * many look for at once is asked once.
 */
const FRESH_MS = 15_000
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024
/** What a parsed answer takes of memory for each character of its JSON, and one that is on its way. */
const BYTES_PER_CHARACTER = 3
const PENDING_BYTES = 4096

/** In memory: a tagged read would write a file for whatever anybody types. */
const projectAnswers = answersOf((view: SearchView) => {
  const { view: _, ...query } = view
  return searchProjects(query)
})
const iconAnswers = answersOf(({ q, after }: SearchView) => searchIcons({ q, after, limit: 96 }))

/**
 * A page of the projects that a search finds.
 * @throws ApiError; `isNotFound` for a cursor or filter that the backend refuses.
 */
export const readProjects = (view: SearchView): Promise<SearchResult> => projectAnswers(view)

/**
 * A page of the single icons that a search finds.
 * @throws ApiError; `isNotFound` for a cursor that the backend refuses or where it has no such search.
 */
export const readIcons = (view: SearchView): Promise<IconSearchResult> => iconAnswers(view)

const SUGGESTIONS = 6
const suggestionAnswers = answersOf((term: string) =>
  searchProjects({ q: term, limit: SUGGESTIONS }),
)

/**
 * The first few projects that a term finds, for showing them while it is typed.
 * @throws ApiError.
 */
export const readSuggestions = (term: string): Promise<SearchResult> => suggestionAnswers(term)

/** Keeps good answers for a moment, or until a write; who asks the same meanwhile waits for the same answer. */
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
