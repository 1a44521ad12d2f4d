import { z } from 'zod'
import { isCategoryOf } from '#lib/contract/kind.ts'
import { TERM_MAX } from '#lib/contract/limits.ts'
import { filterSchema } from '#lib/contract/list.ts'
import { searchQuerySchema, termSchema } from '#lib/contract/search.ts'
import { type Path, paths } from '#lib/paths.ts'

const viewSchema = searchQuerySchema
  .pick({ kind: true, after: true })
  .extend({
    ...filterSchema.shape,
    q: termSchema.default(''),
    sort: searchQuerySchema.shape.sort.unwrap().optional(),
    /** `icons`: icons of all packs rather than projects. */
    view: z.literal('icons').optional(),
  })
  .refine(({ view, kind }) => view === undefined || kind === 'icon')
  .refine(({ category, kind }) => !category || !kind || isCategoryOf(kind, category))
/** A search as described by the address of its page. */
export type SearchView = z.infer<typeof viewSchema>

/** Parameters in the order of the address. */
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
 * Parses the query of a search. Unknown and empty parameters are ignored; of repeated ones the
 * first counts.
 * @returns `tooLong` with a term of more than `TERM_MAX` characters; `null` for an invalid search.
 */
export function parseSearch(query: Parameters): SearchView | { tooLong: string } | null {
  const values: Record<string, string> = {}
  for (const name of PARAMETERS) {
    const value = query[name]
    const first = Array.isArray(value) ? value[0] : value
    if (first) values[name] = first
  }
  const term = values['q']?.trim() ?? ''
  if (term.length > TERM_MAX) return { tooLong: term }
  const parsed = viewSchema.safeParse(values)
  return parsed.success ? parsed.data : null
}

/** Parameters of a search, in the order of the address. */
export function searchQuery(view: Partial<SearchView>): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of PARAMETERS) {
    const value = view[name]
    if (value) query[name] = value
  }
  return query
}

/** Path of a search, without a language. */
export function searchPath(view: Partial<SearchView>): Path {
  return paths.search(searchQuery(view))
}
