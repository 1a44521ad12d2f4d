import { z } from 'zod'
import { isCategoryOf } from '#lib/contract/kind.ts'
import { TERM_MAX } from '#lib/contract/limits.ts'
import { filterSchema } from '#lib/contract/list.ts'
import { searchQuerySchema, termSchema } from '#lib/contract/search.ts'

/** The address of search, without the language. */
export const SEARCH_PATH = '/home/search'

const viewSchema = searchQuerySchema
  .pick({ kind: true, after: true })
  .extend({
    ...filterSchema.shape,
    q: termSchema.default(''),
    sort: searchQuerySchema.shape.sort.unwrap().optional(),
    /** `icons`: single icons over all packs rather than projects. */
    view: z.literal('icons').optional(),
  })
  .refine(({ view, kind }) => view === undefined || kind === 'icon')
  .refine(({ category, kind }) => !category || (kind !== undefined && isCategoryOf(kind, category)))
/** What a visitor looks for, as the address of the search page says it. */
export type SearchView = z.infer<typeof viewSchema>

/** In the order in which addresses hold them. */
const PARAMETERS = [
  'q',
  'kind',
  'view',
  'sort',
  ...filterSchema.keyof().options,
  'after',
] as const satisfies readonly (keyof SearchView)[]

type Parameters = Record<string, string | string[] | undefined>

/**
 * What an address asks for. Unknown parameters are left out, empty ones (a form's untouched selects)
 * too; where one stands twice, the first counts.
 * @returns `tooLong` with the term when it has more than `TERM_MAX` characters; `null` for what no
 * search has.
 */
export function parseSearch(query: Parameters): SearchView | { tooLong: string } | null {
  const given: Record<string, string> = {}
  for (const name of PARAMETERS) {
    const value = query[name]
    const first = Array.isArray(value) ? value[0] : value
    if (first) given[name] = first
  }
  const term = given['q']?.trim() ?? ''
  if (term.length > TERM_MAX) return { tooLong: term }
  const parsed = viewSchema.safeParse(given)
  return parsed.success ? parsed.data : null
}

/** The address of a search, without the language. */
export function searchPath(view: Partial<SearchView>): string {
  const query = new URLSearchParams()
  for (const name of PARAMETERS) {
    const value = view[name]
    if (value) query.set(name, value)
  }
  return query.size === 0 ? SEARCH_PATH : `${SEARCH_PATH}?${query}`
}
