import type { CallData } from '#lib/api/call.ts'
import type { ApiCallName, ApiInput } from '#lib/browser/api-routes.ts'
import { type ApiOptions, callApi, NO_ANSWER, type Refused } from '#lib/browser/call-api.ts'
import { CALLS } from '#lib/contract/calls.ts'

export type Result<T> = { ok: true; data: T } | (Refused & { ok: false })

/**
 * Makes a call of the contract from the browser and parses the answer; never throws. `code` 0: there
 * was no answer, or it violates the contract.
 * @param input path and query parameters by name, and `body`.
 */
export async function call<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<Result<CallData[N]>>
export async function call<N extends ApiCallName & keyof CallData>(
  name: N,
  input: ApiInput<N>,
  options?: ApiOptions,
): Promise<Result<unknown>> {
  const result = await callApi(name, input, options)
  if (!result.ok) return result
  const parsed = CALLS[name].data.safeParse(result.data)
  return parsed.success ? { ok: true, data: parsed.data } : NO_ANSWER
}
