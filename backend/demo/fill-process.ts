import { fork } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'
import type { Progress } from './fill.ts'

const messageSchema = z.object({
  progress: z.object({ done: z.number(), total: z.number(), what: z.string() }),
})

/**
 * Fills the catalogue in a process of its own: the icon sets and the drawing of covers need more
 * heap than the backend has, and it would never need that again. Nobody else may use the database meanwhile.
 * @throws Error with one sentence when it fails; its reason has been printed.
 */
export async function fillInProcess({
  signal,
  onProgress,
}: {
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'fill-main.ts'), {
    // Without the backend's bound on its heap.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  child.on('message', (raw) => {
    const said = messageSchema.safeParse(raw)
    if (said.success) onProgress(said.data.progress)
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', () => resolve(null))
  })
  signal.removeEventListener('abort', stop)
  if (code === 0 || signal.aborted) return
  throw new Error('The demo catalogue could not be filled; the reason stands above.')
}
