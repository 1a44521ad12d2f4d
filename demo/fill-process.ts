import { fork } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'
import type { FillProgress } from './fill.ts'

const messageSchema = z.object({
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }),
})

/**
 * Fills the catalogue in a child process: icon sets and covers need more heap than the backend has.
 * Nothing else may use the database meanwhile.
 * @throws Error if it fails; the child process has printed the reason.
 */
export async function fillInProcess({
  signal,
  onProgress,
}: {
  signal: AbortSignal
  onProgress: (progress: FillProgress) => void
}): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'fill-main.ts'), {
    // Without the heap limit of the backend.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  child.on('message', (raw) => {
    const message = messageSchema.safeParse(raw)
    if (message.success) onProgress(message.data.progress)
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  signal.removeEventListener('abort', stop)
  if (code === 0 || signal.aborted) return
  throw new Error('The demo catalogue could not be filled; see the error above.')
}
