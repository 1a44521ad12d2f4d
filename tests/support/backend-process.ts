import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { COMPILE_CACHE, HEAP } from '#scripts/settings/node-settings.ts'
import { TEST_VARIABLES } from './test-variables.ts'

const root = path.resolve(import.meta.dirname, '../..')
const messageSchema = z.object({ ready: z.literal(true), port: z.number() })

/** Runs the backend, of this or of another copy of the repository, with only these variables, by default on a free port. */
export function spawnBackend(variables: Record<string, string>, folder = root) {
  const entry = path.join(folder, 'backend/start.ts')
  // The entry of releases up to 0.2.0 is `main.ts`.
  const script = existsSync(entry) ? entry : path.join(folder, 'backend/main.ts')
  const child = fork(script, {
    cwd: folder,
    execPath: path.join(root, 'node_modules/.bin/node'),
    execArgv: HEAP,
    env: {
      NODE_ENV: 'test',
      BACKEND_PORT: '0',
      LOG_LEVEL: 'silent',
      ...COMPILE_CACHE,
      ...TEST_VARIABLES,
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const said = new Promise<void>((resolve) => child.stderr?.once('close', resolve))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  /** Exit code and standard error. */
  const ended = Promise.all([exited, said]).then(([code]) => ({ code, complaint }))
  /** The address; rejects if the process ends before it listens. */
  const listening = new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      const ready = messageSchema.safeParse(message)
      if (ready.success) resolve(`http://127.0.0.1:${ready.data.port}`)
    })
    void ended.then((end) => reject(new Error(end.complaint)))
  })
  listening.catch(() => undefined)
  return { child, ended, listening, stop: () => (child.kill('SIGTERM'), ended) }
}
