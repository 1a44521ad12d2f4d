import { fork } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { Variables } from '#lib/variables.ts'
import type { BackupTask } from './record.ts'

const SCRIPTS: Record<BackupTask, string[]> = {
  backup: ['backup.ts'],
  check: ['restore.ts', '--check'],
}
/** Of the sentence that a command ends with, in characters. */
const REASON_MAX = 500

const messageSchema = z.object({
  done: z.iso.datetime().optional(),
  bytes: z.number().optional(),
  isBusy: z.boolean().default(false),
})

/** Whether a task was done, and what it has to say to the operator: why it was not, or what is not as it should be. */
export type Ran = {
  isDone: boolean
  reason: string | null
  /** Another backup has the lock. */
  isBusy?: boolean
  /** The backup that was made, or tried: when it is of, and the size of its files. */
  of?: { at: string; bytes: number } | undefined
}
export type BackupRun = (task: BackupTask, signal: AbortSignal) => Promise<Ran>

/**
 * Runs a command of the operator as a process of its own with low priority, which no request waits for.
 * @param source variables of this process.
 */
export const commandRun =
  (source: Variables): BackupRun =>
  async (task, signal) => {
    const [script = '', ...args] = SCRIPTS[task]
    const child = fork(path.join(import.meta.dirname, '../../../scripts', script), args, {
      env: variablesOf(source),
      // Without the heap limit of the backend.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    lowerPriority(child.pid)
    const stop = () => child.kill('SIGTERM')
    signal.addEventListener('abort', stop)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4 * REASON_MAX)
    })
    let [isDone, isBusy] = [false, false]
    let of: Ran['of']
    child.on('message', (raw) => {
      const { data } = messageSchema.safeParse(raw)
      isDone ||= data?.done !== undefined
      isBusy ||= data?.isBusy ?? false
      if (data?.done !== undefined) of = { at: data.done, bytes: data.bytes ?? 0 }
    })
    const code = await new Promise<number | null>((resolve) => {
      child.once('close', resolve)
      child.once('error', () => resolve(null))
    })
    signal.removeEventListener('abort', stop)
    if (code === 0) return { isDone, reason: null, isBusy, of }
    const last = said.trim().split('\n').at(-1) ?? ''
    return {
      isDone,
      reason: last.slice(0, REASON_MAX) || `The ${task} was ended (${code}).`,
      isBusy,
      of,
    }
  }

/** Commands find the embedded database by themselves, and read files of secrets themselves. */
function variablesOf(source: Variables): NodeJS.ProcessEnv {
  const isRead = (name: string) => Boolean(source[name.replace(/_FILE$/, '')])
  const kept = Object.entries(source).filter(
    ([name]) => !(name.endsWith('_FILE') && isRead(name)) && name !== 'NODE_CHANNEL_FD',
  )
  const isEmbedded = ['1', 'true'].includes(source['DATABASE_ALONE'] ?? '')
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    ...(isEmbedded && { DATABASE_URL: '' }),
  }
}

function lowerPriority(pid: number | undefined) {
  try {
    if (pid !== undefined) os.setPriority(pid, os.constants.priority.PRIORITY_LOW)
  } catch {
    // Not allowed by some service managers.
  }
}
