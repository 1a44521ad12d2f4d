import { DESCRIPTION_LIMITS } from './limits.ts'
import { renderPlain } from './plain.ts'
import { outcomeSchema, type Rendered } from './result.ts'

/** The script of the worker has this long to load, in milliseconds. */
const LOAD_MS = 10_000
/** One text has this long, in milliseconds; then it is shown as plain text, as its page would. */
const RENDER_MS = 1500

/**
 * How a project's page will show a description: by the same code and the same limits, in a worker of
 * the browser, so that the page stays responsive and can end it. Never throws.
 * @param signal ends the work; the result is plain text then.
 */
export function previewMarkdown(text: string, signal: AbortSignal): Promise<Rendered> {
  const plain = renderPlain(text, DESCRIPTION_LIMITS.characters)
  if (text.trim() === '') return Promise.resolve({ ...plain, isPlain: false })
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
    let late = setTimeout(() => finish(plain), LOAD_MS)
    function finish(result: Rendered) {
      clearTimeout(late)
      worker.terminate()
      resolve(result)
    }
    worker.addEventListener('message', ({ data }) => {
      if (data === 'ready') {
        clearTimeout(late)
        late = setTimeout(() => finish(plain), RENDER_MS)
        return worker.postMessage(text, {})
      }
      const outcome = outcomeSchema.safeParse(data).data
      const isDone = outcome && !('refused' in outcome)
      finish(isDone ? { ...outcome, isPlain: false } : plain)
    })
    worker.addEventListener('error', () => finish(plain))
    signal.addEventListener('abort', () => finish(plain))
  })
}
