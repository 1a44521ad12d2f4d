import { kindOfPath } from '#lib/contract/kind.ts'
import { viewSegment } from './view.ts'

/** Leads to no route, so the answer is the 404 page of the language. */
const NOWHERE = '-'

/**
 * Where a localised path (`/en/home/iconpack`) is really answered, or `null` for where it stands:
 * a list with a view in its query by the view's own path, which may not be asked for from outside.
 */
export function listRewrite(pathname: string, query: URLSearchParams): string | null {
  const [, locale, home, path = '', view] = pathname.split('/')
  if (home !== 'home' || !kindOfPath(path)) return null
  if (view === 'view') return `/${locale}/${NOWHERE}`
  const segment = view === undefined ? viewSegment(query) : null
  return segment && `/${locale}/home/${path}/view/${segment}`
}
