import 'server-only'
import { unstable_cache } from 'next/cache'
import { ApiError } from '#lib/api/error.ts'
import { tags } from '#lib/cache/tags.ts'
import { env } from '#lib/env.ts'

/** That there is no such thing, or no such call; other refusals may pass. */
const LASTING_REFUSALS = [400, 404, 405, 410]

type Kept<T> = { refused: number } | { value: T }
type Rules = {
  /** What tells the answer from others, for one kind of read and its arguments. */
  key: string[]
  /** Besides `tags.catalogue`, which every answer carries. */
  tags: string[]
  /** How long the answer is used, in seconds; `REVALIDATE_SECONDS` where it is not said. */
  lifetimeS?: number
}

/*
 * `unstable_cache` rather than a tagged `fetch`: only what was parsed and found right is kept. A
 * tagged `fetch` keeps every body that comes with status 200, a proxy's HTML among them.
 */

/**
 * Reads from the backend, or gives the answer that is stored. That there is no such thing is an
 * answer too, so that it replaces an earlier one; a backend in trouble is none.
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
  const kept = await unstable_cache(ask, key, {
    tags: [tags.catalogue, ...own],
    revalidate: lifetimeS,
  })()
  if ('value' in kept) return kept.value
  throw new ApiError({ kind: 'refused', code: kept.refused }, `${key[0]}: code ${kept.refused}`)
}
