import { z } from 'zod'

/** Pages of a list that is read by numbers of pages: what an account has, and the versions of a project. */
export const OWN_PAGES_MAX = 1000
/** Number of the page after one, if there is any; a backend that lists all at once leaves it out. */
export const nextPageSchema = z.number().int().positive().nullable().default(null)
/** Number of such a page. */
export const ownPageSchema = z.coerce.number().int().min(1).max(OWN_PAGES_MAX).default(1)

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
    if (!found?.next) return items
    page = found.next
  }
}
