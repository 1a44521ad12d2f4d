import { observe, secondsSince } from '#lib/telemetry/registry.ts'
import { correlationHeaders, inSpan } from '#lib/telemetry/trace.ts'
import { ApiError } from './error.ts'

/** How a call to the backend ended. */
type Result = 'ok' | 'refused' | 'unavailable' | 'bad_answer' | 'timeout'

/**
 * Makes a call to the backend, measured by its name and in a span of the current trace.
 * @param send receives the headers that tell the backend request id and trace.
 * @param resultOf how the call ended, from what `send` returned; an `ApiError` has it.
 */
export async function observeCall<T>(
  name: string,
  send: (headers: Record<string, string>) => Promise<T>,
  resultOf: (answer: T) => Result,
): Promise<T> {
  const began = performance.now()
  let result: Result = 'unavailable'
  try {
    const answer = await inSpan(`call ${name}`, { kind: 'client' }, () =>
      send(correlationHeaders()),
    )
    result = resultOf(answer)
    return answer
  } catch (error) {
    if (error instanceof ApiError) result = error.failure.kind
    throw error
  } finally {
    observe('keystrip_backend_call_seconds', secondsSince(began), [name, result])
  }
}

/** The result of an answer with the given code. */
export const resultOfCode = (code: number): Result => {
  if (code >= 500) return 'unavailable'
  return code >= 400 ? 'refused' : 'ok'
}
