import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import { filterSchema, listQuerySchema, type ListQuery, sortSchema } from '#lib/contract/list.ts'

/*
 * A list's sort, filters and cursor stand in the address's query. A page that reads its query is
 * rendered per request, so the middleware moves the allowed parameters into one path segment, the
 * view, and the page is cached like any other.
 */

/** The parameters of a list page, in the order in which a view holds them. */
export const VIEW_PARAMETERS = [
  'sort',
  ...filterSchema.keyof().options,
  'after',
  'limit',
] as const satisfies readonly (keyof ListQuery)[]

const viewSchema = listQuerySchema.extend({
  sort: sortSchema.optional(),
  /** Whole steps only, so that the number of pages that a cache can hold stays small. */
  limit: z.coerce
    .number()
    .multipleOf(LIST_LIMIT_DEFAULT)
    .min(LIST_LIMIT_DEFAULT)
    .max(LIST_LIMIT_MAX)
    .optional(),
})
/** What a visitor may choose on a list page. */
export type ListView = z.infer<typeof viewSchema>

/**
 * The view segment for a query, or `null` when the query holds nothing that concerns a list.
 * Unknown parameters are left out; empty ones (a form's untouched selects) too. Where one stands
 * twice, the first counts.
 */
export function viewSegment(query: URLSearchParams): string | null {
  const kept = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = query.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size === 0 ? null : Buffer.from(kept.toString()).toString('base64url')
}

/** The list query of a view segment, or `null` for one that no list has. */
export function parseView(segment: string): ListView | null {
  const query = new URLSearchParams(Buffer.from(segment, 'base64url').toString('utf8'))
  if (viewSegment(query) !== segment) return null
  const parsed = viewSchema.safeParse(Object.fromEntries(query))
  return parsed.success ? parsed.data : null
}

/** The query string of a view (`?sort=name&os=macos`), `''` for the plain list. */
export function viewQuery(view: ListView): string {
  const query = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = view[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The same page with one step more of the list on it, or `null` where a page holds no more. */
export function longerView(view: ListView): ListView | null {
  const limit = (view.limit ?? LIST_LIMIT_DEFAULT) + LIST_LIMIT_DEFAULT
  return limit > LIST_LIMIT_MAX ? null : { ...view, limit }
}
