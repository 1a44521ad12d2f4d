import { CODE_OK, envelopeSchema } from '#lib/contract/envelope.ts'
import { API_BASE } from '#lib/contract/limits.ts'
import { type FileState, fileStateSchema } from '#lib/contract/publish.ts'

const PAUSE_MS = 1_000
/** So many questions in a row may go unanswered. */
const FAILURES_MAX = 10

/**
 * Waits until an uploaded file is prepared, with its progress. It ends as well where the backend cannot
 * say (the call is optional) or `signal` fires: publishing tells then whether the file is ready.
 */
export async function waitUntilReady(
  id: string,
  onProgress: (state: FileState) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; failures < FAILURES_MAX && !signal.aborted;) {
    const answer = await ask(id, signal)
    if (answer === 'failed') failures += 1
    else if (answer === null || answer.state === 'ready') return
    else {
      failures = 0
      onProgress(answer)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** @returns `null` where there is nothing to wait for. */
async function ask(id: string, signal: AbortSignal): Promise<FileState | null | 'failed'> {
  try {
    const address = `${API_BASE}/file/${encodeURIComponent(id)}/state`
    const response = await fetch(address, { signal, cache: 'no-store' })
    const { code, data } = envelopeSchema.parse(await response.json())
    if (code === CODE_OK) return fileStateSchema.parse(data)
    return code >= 500 ? 'failed' : null
  } catch {
    return 'failed'
  }
}
