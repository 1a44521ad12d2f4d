import type { FileState } from '#lib/contract/publish.ts'
import { fetchCall } from './fetch-call.ts'

const PAUSE_MS = 1_000
/** Consecutive failures before it gives up. */
const FAILURES_MAX = 10

/**
 * Waits until an uploaded file is prepared and reports the progress. Ends early if the backend leaves
 * the call out or `signal` fires: publishing tells then whether the file is ready.
 * @returns the state of a ready file.
 */
export async function waitUntilReady(
  id: string,
  onProgress: (state: FileState) => void,
  signal: AbortSignal,
): Promise<FileState | null> {
  for (let failures = 0; failures < FAILURES_MAX && !signal.aborted;) {
    const state = await readState(id, signal)
    if (state === 'failed') failures += 1
    else if (state === null || state.state === 'ready') return state
    else {
      failures = 0
      onProgress(state)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return null
}

/** @returns `null` if there is nothing to wait for. */
async function readState(id: string, signal: AbortSignal): Promise<FileState | null | 'failed'> {
  const result = await fetchCall('fileState', { id }, { signal })
  if (result.ok) return result.data
  return result.code === 0 || result.code >= 500 ? 'failed' : null
}
