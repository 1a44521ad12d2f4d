import 'server-only'
import { unstable_cache } from 'next/cache'
import { ApiError } from '#lib/api/error.ts'
import { currentScope } from '#lib/cache/state.ts'
import { tags } from '#lib/cache/tags.ts'
import { env } from '#lib/env.ts'

/** Final refusals: not found, or an unknown call. */
const LASTING_REFUSALS = [400, 404, 405, 410]

type Kept<T> = { refused: number } | { value: T }
type Rules = {
  /** Cache key: one kind of read and its arguments. */
  key: string[]
  /** Tags besides `tags.catalogue`, which every answer has. */
  tags: string[]
  /** Lifetime in seconds; `REVALIDATE_SECONDS` by default. */
  lifetimeS?: number | undefined
}

/*
 * `unstable_cache` rather than a tagged `fetch`: only valid answers are cached. A tagged `fetch`
 * caches every body with status 200, such as a proxy's HTML.
 */

/**
 * Reads from the backend or from the cache. "Not found" is cached like an answer, so that it
 * replaces an earlier one; failures are not.
 * @throws ApiError as `read` does.
 */
export async function remember<T>(
  read: () => Promise<T>,
  { key, tags: own, lifetimeS = env().REVALIDATE_SECONDS }: Rules,
): Promise<T> {
  const ask = async (): Promise<Kept<T>> => {
    try {
      return { value: await read() }
    } catch (error) {
      const code =
        error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code
      if (code && LASTING_REFUSALS.includes(code)) return { refused: code }
      throw error
    }
  }
  const all = [tags.catalogue, ...own]
  noteForPage(all, lifetimeS)
  const kept = await unstable_cache(ask, key, { tags: all, revalidate: lifetimeS })()
  if ('value' in kept) return kept.value
  throw new ApiError({ kind: 'refused', code: kept.refused }, `${key[0]}: code ${kept.refused}`)
}

/** Tells the page cache what the page in progress is made of (server/page-renders.ts). */
function noteForPage(all: readonly string[], lifetimeS: number) {
  const page = currentScope()?.page
  if (!page) return
  for (const tag of all) page.tags.add(tag)
  page.lifetimeS = Math.min(page.lifetimeS, lifetimeS)
}
