import { useState } from 'react'
import type { ApiCallName, ApiInput } from './api-routes.ts'
import { type ApiResult, callApi } from './call-api.ts'
import { signInAgain } from './sign-in-again.ts'

/** Makes calls and knows whether one is pending. A 401 leads to the sign-in page. */
export function useCall(login: string) {
  const [isPending, setPending] = useState(false)
  async function send<N extends ApiCallName>(name: N, input: ApiInput<N>): Promise<ApiResult> {
    setPending(true)
    const result = await callApi(name, input)
    setPending(false)
    if (!result.ok && result.code === 401) signInAgain(login, result)
    return result
  }
  return { send, isPending }
}
