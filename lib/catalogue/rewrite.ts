import { kindOfPath } from '#lib/contract/kind.ts'
import { removeEmptyVersion, wantedVersion } from './version-query.ts'
import { isDefault, VIEW_PARAMETERS, viewSegment } from './view.ts'

/** Matches no route, so the response is the 404 page of the language. */
const NOWHERE = '-'

/**
 * Internal path of a localised path (`/en/home/iconpack`), or `null` for the path itself. A list with a view is answered by the path of
 * the view, and the page of a project with a version by that of the version. Neither is reachable from outside.
 */
export function internalPath(pathname: string, query: URLSearchParams): string | null {
  const [, locale, home, path = '', section, id, more, ...rest] = pathname.split('/')
  if (home !== 'home' || !kindOfPath(path)) return null
  const nowhere = `/${locale}/${NOWHERE}`
  if (section === 'view') return nowhere
  if (section === undefined) {
    const segment = viewSegment(query)
    return segment && `/${locale}/home/${path}/view/${segment}`
  }
  if (section !== 'detail' || !id) return null
  if (more === 'version') return nowhere
  const version = wantedVersion(query)
  if (version === null || more !== undefined || rest.length > 0) return null
  // The page parses it again: a value that is none is 404 there.
  return `/${locale}/home/${path}/detail/${id}/version/${version}`
}

/**
 * Removes the parameters of a list that are empty or have their default value, and an empty version of a project; of repeated ones the
 * first counts. The path has no language. Other paths keep their query.
 */
export function removeDefaults(path: string, query: URLSearchParams): void {
  const [, home, kind = '', section, id, more] = path.split('/')
  if (home !== 'home' || !kindOfPath(kind)) return
  if (section === 'detail' && id && more === undefined) return removeEmptyVersion(query)
  if (section !== undefined) return
  for (const name of VIEW_PARAMETERS) {
    const value = query.get(name)
    if (value !== null && isDefault(name, value)) query.delete(name)
  }
}
