import 'server-only'
import { ApiError } from '#lib/api/error.ts'
import { type AnswerStore, readAnswer } from '#lib/cache/answers.ts'
import { tags } from '#lib/cache/tags.ts'
import { env } from '#lib/env.ts'

/** Final refusals: not found, or an unknown call. */
const LASTING_REFUSALS = [400, 404, 405, 410]

type Kept<T> = { refused: number } | { value: T }
type Rules<T> = {
  /** Cache key: one kind of read and its arguments. */
  key: string[]
  /** Tags besides `tags.catalogue`, which every answer has. */
  tags: string[]
  /** Tags of what is in the answer. */
  tagsOf?: (value: T) => string[]
  /** Lifetime in seconds; `REVALIDATE_SECONDS` by default. */
  lifetimeS?: number | undefined
  store?: AnswerStore | undefined
}

/**
 * Reads from the backend or from the cache. "Not found" is cached like an answer, so that it
 * replaces an earlier one; failures are not.
 * @throws ApiError as `read` does.
 */
export async function remember<T>(
  read: () => Promise<T>,
  { key, tags: own, tagsOf = () => [], lifetimeS = env().REVALIDATE_SECONDS, store }: Rules<T>,
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
  const rules = {
    key: key.join(' '),
    tags: [tags.catalogue, ...own],
    tagsOf: (kept: Kept<T>) => ('value' in kept ? tagsOf(kept.value) : []),
    lifetimeMs: lifetimeS * 1000,
    store,
  }
  const kept = await readAnswer(rules, ask)
  if ('value' in kept) return kept.value
  throw new ApiError({ kind: 'refused', code: kept.refused }, `${key[0]}: code ${kept.refused}`)
}
