import 'server-only'
import { env } from '#lib/env.ts'
import { ApiError } from './error.ts'
import { observeCall } from './observe.ts'
import { readBytes, TooLargeError } from '#lib/limits/read-bounded.ts'
import { shortLimit } from '#lib/limits/short-limit.ts'
import { withDeadline } from '#lib/limits/with-deadline.ts'

/** Timeout, in ms: the visitor gets an answer within 8 s. */
const FILE_TIMEOUT_MS = 5_000

/**
 * Reads a file at an address that an answer of the backend named; `null` if it does not exist or is larger
 * than `limit` bytes.
 * @throws ApiError if the backend fails.
 */
export function readFile(path: string, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  return observeCall(
    'file',
    (headers) =>
      withDeadline(shortLimit(FILE_TIMEOUT_MS), (signal) =>
        fetchFile(path, limit, headers, signal),
      ),
    (bytes) => (bytes ? 'ok' : 'refused'),
  )
}

async function fetchFile(
  path: string,
  limit: number,
  headers: Record<string, string>,
  signal: AbortSignal,
) {
  try {
    const response = await fetch(`${env().BACKEND_URL}${path}`, {
      headers,
      cache: 'no-store',
      redirect: 'manual',
      signal,
    })
    if (response.ok) return await readBytes(response, limit)
    await response.body?.cancel()
    if (response.status < 500) return null
    throw new ApiError({ kind: 'unavailable', code: 503 }, `${path}: status ${response.status}`)
  } catch (cause) {
    if (cause instanceof TooLargeError) return null
    if (cause instanceof ApiError) throw cause
    throw new ApiError({ kind: 'unavailable', code: 503 }, `${path}: unreachable`, { cause })
  }
}
