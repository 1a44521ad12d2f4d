import 'server-only'
import { call, type CallData } from '#lib/api/call.ts'
import type { AnswerStore } from '#lib/cache/answers.ts'
import { cardTags, scopeTags } from '#lib/cache/tags.ts'
import type { Call, CallInput } from '#lib/contract/call.ts'
import { type Calls, CALLS, type JsonCallName } from '#lib/contract/calls.ts'
import { remember } from './remember.ts'

/** Public calls whose answers the contract allows to be cached. */
type CachedCallName = {
  [N in JsonCallName]: Calls[N] extends { cache: object; access: 'public' } ? N : never
}[JsonCallName]

/**
 * Makes a call through the data cache, under the tags and for the time that the contract declares.
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
    key: [name, JSON.stringify(input)],
    tags: scopeTags(scopes, input),
    tagsOf: (answer) => cardTags(scopes, answer),
    lifetimeS: rules?.seconds,
    store,
  })
}
