import 'server-only'
import { env } from '#lib/env.ts'
import { ApiError } from './error.ts'
import { readBytes, TooLargeError } from './read-bounded.ts'

/** A small file gives up after this long, so that whoever waits has an answer within 8 s. */
const FILE_TIMEOUT_MS = 5_000

/**
 * A file of the backend, by its path with `API_BASE`; `null` where there is none or it is larger
 * than `limit` bytes.
 * @throws ApiError when the backend cannot say.
 */
export async function readFile(path: string, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  try {
    const response = await fetch(`${env().BACKEND_URL}${path}`, {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
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
