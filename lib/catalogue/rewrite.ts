import { kindOfPath } from '#lib/contract/kind.ts'
import { isDefault, VIEW_PARAMETERS, viewSegment } from './view.ts'

/** Matches no route, so the response is the 404 page of the language. */
const NOWHERE = '-'

/**
 * Internal path of a localised path (`/en/home/iconpack`), or `null` for the path itself. A list
 * with a view is answered by the path of the view, which is not reachable from outside.
 */
export function listRewrite(pathname: string, query: URLSearchParams): string | null {
  const [, locale, home, path = '', view] = pathname.split('/')
  if (home !== 'home' || !kindOfPath(path)) return null
  if (view === 'view') return `/${locale}/${NOWHERE}`
  const segment = view === undefined ? viewSegment(query) : null
  return segment && `/${locale}/home/${path}/view/${segment}`
}

/**
 * Removes the parameters of a list that are empty or have their default value; of repeated ones the first counts.
 * The path has no language. Other paths keep their query.
 */
export function removeDefaults(path: string, query: URLSearchParams): void {
  const [, home, kind = '', more] = path.split('/')
  if (home !== 'home' || !kindOfPath(kind) || more !== undefined) return
  for (const name of VIEW_PARAMETERS) {
    const value = query.get(name)
    if (value !== null && isDefault(name, value)) query.delete(name)
  }
}
