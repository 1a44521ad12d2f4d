import type { CallData } from '#lib/api/call.ts'
import type { ApiCallName, ApiInput } from '#lib/browser/api-routes.ts'
import { type ApiOptions, fetchApi, NO_ANSWER, type Refused } from '#lib/browser/fetch-api.ts'
import { CALLS } from '#lib/contract/calls.ts'

export type CallResult<T> = { ok: true; data: T } | (Refused & { ok: false })

/**
 * Makes a call of the contract from the browser and parses the answer; never throws. `code` 0: there
 * was no answer, or it violates the contract.
 * @param input path and query parameters by name, and `body`.
 */
export async function fetchCall<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<CallResult<CallData[N]>>
export async function fetchCall<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<CallResult<unknown>> {
  const result = await fetchApi(name, input, options)
  if (!result.ok) return result
  const parsed = CALLS[name].data.safeParse(result.data)
  return parsed.success ? { ok: true, data: parsed.data } : NO_ANSWER
}
