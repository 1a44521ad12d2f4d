import { z } from 'zod'
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '#lib/contract/limits.ts'
import {
  filterSchema,
  listQuerySchema,
  type ListQuery,
  SORT_DEFAULT,
  sortSchema,
} from '#lib/contract/list.ts'

/*
 * Sort, filters and cursor of a list are in the query. A page that reads its query is rendered per
 * request, so the middleware moves the allowed parameters into a path segment, the view, and the
 * page is cached like any other.
 */

/** Parameters of a list page, in the order of a view. */
export const VIEW_PARAMETERS = [
  'sort',
  ...filterSchema.keyof().options,
  'after',
  'limit',
] as const satisfies readonly (keyof ListQuery)[]

const viewSchema = listQuerySchema.omit({ view: true }).extend({
  sort: sortSchema.optional(),
  /** Whole steps only, which limits the number of cached pages. */
  limit: z.coerce
    .number()
    .multipleOf(LIST_LIMIT_DEFAULT)
    .min(LIST_LIMIT_DEFAULT)
    .max(LIST_LIMIT_MAX)
    .optional(),
})
/** View of a list page. */
export type ListView = z.infer<typeof viewSchema>

/**
 * View segment of a query, or `null` if it has no parameter of a list. Unknown and empty parameters
 * are ignored; of repeated ones the first counts.
 */
export function viewSegment(query: URLSearchParams): string | null {
  const kept = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = query.get(name)
    if (value) kept.set(name, value)
  }
  return kept.size === 0 ? null : Buffer.from(kept.toString()).toString('base64url')
}

/** Values that a list has anyway. */
const DEFAULTS: Record<string, string> = { sort: SORT_DEFAULT, limit: String(LIST_LIMIT_DEFAULT) }

/** Whether a parameter of a list changes nothing: empty, or with the value that a list has anyway. */
export const isDefault = (name: string, value: string) => value === '' || value === DEFAULTS[name]

/**
 * The query of a list's canonical address (`?sort=name&os=macos`), `''` for the plain list: known
 * parameters in their order, valid values as `viewQuery` writes them. `null` if a parameter changes
 * nothing: the middleware redirects then (`removeDefaults`, rewrite.ts).
 */
export function canonicalQuery(query: string): string | null {
  const given = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = given.get(name)
    if (value === null) continue
    if (isDefault(name, value)) return null
    kept.set(name, value)
  }
  if (kept.size === 0) return ''
  const { success, data } = viewSchema.safeParse(Object.fromEntries(kept))
  if (!success) return `?${kept}`
  const written = Object.entries(data).filter(([name, value]) => !isDefault(name, String(value)))
  return viewQuery(viewSchema.parse(Object.fromEntries(written)))
}

/** Query of a view segment, or `null` if it is invalid. */
export function parseView(segment: string): ListView | null {
  const query = new URLSearchParams(Buffer.from(segment, 'base64url').toString('utf8'))
  if (viewSegment(query) !== segment) return null
  const parsed = viewSchema.safeParse(Object.fromEntries(query))
  return parsed.success ? parsed.data : null
}

/** Query string of a view (`?sort=name&os=macos`); `''` for the plain list. */
export function viewQuery(view: ListView): string {
  const query = new URLSearchParams()
  for (const name of VIEW_PARAMETERS) {
    const value = view[name]
    if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The view with one more step of projects, or `null` at the limit. */
export function longerView(view: ListView): ListView | null {
  const limit = (view.limit ?? LIST_LIMIT_DEFAULT) + LIST_LIMIT_DEFAULT
  return limit > LIST_LIMIT_MAX ? null : { ...view, limit }
}
