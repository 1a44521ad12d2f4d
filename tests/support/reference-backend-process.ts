import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '../..')
const messageSchema = z.object({ ready: z.literal(true), port: z.number() })

/** The reference backend in a separate process; it writes messages as `.eml` files to `mailDir`. */
export async function startReferenceBackend(mailDir: string) {
  const script = path.join(root, 'tests/support/reference-backend/main.ts')
  const child = fork(script, [], {
    execPath: path.join(root, 'node_modules/.bin/node'),
    env: { ...process.env, PORT: '0', MAIL_DIR: mailDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  const [message] = await once(child, 'message')
  const { port } = messageSchema.parse(message)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
