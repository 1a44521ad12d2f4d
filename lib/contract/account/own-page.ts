import { z } from 'zod'

/** Pages of a list that is read by numbers of pages: what an account has, and the versions of a project. */
export const OWN_PAGES_MAX = 1000
/** Number of the page after one, if there is any; a backend that lists all at once leaves it out. */
export const nextPageSchema = z.number().int().min(1).max(OWN_PAGES_MAX).nullable().default(null)
/** Number of such a page. */
export const ownPageSchema = z.coerce.number().int().min(1).max(OWN_PAGES_MAX).default(1)

/** Number of the page after one. */
export const nextPage = (page: number, hasMore: boolean): number | null =>
  hasMore && page < OWN_PAGES_MAX ? page + 1 : null

type Page<T> = { items: readonly T[]; next: number | null }

/**
 * The items of all pages of a list.
 * @param read reads a page; `undefined` for the first one, which a backend without pages answers with all. `null` ends the list.
 */
export async function readAllPages<T>(
  read: (page: number | undefined) => Promise<Page<T> | null>,
): Promise<T[]> {
  const items: T[] = []
  let page: number | undefined
  for (;;) {
    const found = await read(page)
    items.push(...(found?.items ?? []))
    // A backend that names the same page again would be asked without an end.
    if (!found?.next || found.next <= (page ?? 1)) return items
    page = found.next
  }
}
