import { ApiError } from './error.ts'

/** The answer in place of a document that there is not. */
export const emptyResponse = (status: number, headers: Record<string, string> = {}): Response =>
  new Response('', { status, headers: { ...headers, 'cache-control': 'no-store' } })

/** The same for a failed call. @throws any other error. */
export function failureResponse(error: unknown, headers?: Record<string, string>): Response {
  if (!(error instanceof ApiError)) throw error
  return emptyResponse(error.isNotFound ? 404 : error.failure.code, headers)
}
