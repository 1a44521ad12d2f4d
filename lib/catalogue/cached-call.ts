import 'server-only'
import { call, type CallData } from '#lib/api/call.ts'
import { ApiError } from '#lib/api/error.ts'
import { type AnswerRules, type AnswerStore, readAnswer } from '#lib/cache/answers.ts'
import { cardTags, scopeTags, tags } from '#lib/cache/tags.ts'
import type { Call, CallInput } from '#lib/contract/call.ts'
import { type Calls, CALLS, type JsonCallName } from '#lib/contract/calls.ts'
import { env } from '#lib/env.ts'

/** Public calls whose answers the contract allows to be cached. */
type CachedCallName = {
  [N in JsonCallName]: Calls[N] extends { cache: object; access: 'public' } ? N : never
}[JsonCallName]

/**
 * Makes a call through the cache of answers, under the tags and for the time that the contract declares.
 * @param store where it is kept.
 * @throws ApiError as `call` does.
 */
export function cachedCall<N extends CachedCallName>(
  name: N,
  input: CallInput<Calls[N]>,
  store?: AnswerStore,
): Promise<CallData[N]> {
  const { cache: rules }: Call = CALLS[name]
  const scopes = rules?.scopes ?? []
  return remember(() => call(name, input), {
    key: `${name} ${JSON.stringify(input)}`,
    tags: [tags.catalogue, ...scopeTags(scopes, input)],
    tagsOf: (answer) => cardTags(scopes, answer),
    lifetimeMs: (rules?.seconds ?? env().REVALIDATE_SECONDS) * 1000,
    store,
  })
}

/** Final refusals: not found, or an unknown call. */
const LASTING_REFUSALS = [400, 404, 405, 410]
type Kept<T> = { refused: number } | { value: T }

/**
 * Reads from the backend or from the cache. A final refusal is cached like an answer, so that it replaces an earlier one; failures are not.
 * @throws ApiError as `read` does.
 */
export async function remember<T>(read: () => Promise<T>, rules: AnswerRules<T>): Promise<T> {
  const { key, tagsOf } = rules
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
  const kept = await readAnswer<Kept<T>>(
    { ...rules, tagsOf: (one) => ('value' in one ? tagsOf(one.value) : []) },
    ask,
  )
  if ('value' in kept) return kept.value
  throw new ApiError({ kind: 'refused', code: kept.refused }, `${key}: code ${kept.refused}`)
}
