import { fork } from 'node:child_process'
import { freePort } from '#scripts/stack/free-port.ts'

/**
 * The built web app in a separate process, with the backend at `backendUrl`.
 * @param script its server.
 */
export async function startWebApp(
  backendUrl: string,
  variables: Record<string, string> = {},
  script = 'server/main.ts',
) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = fork(script, [], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_URL: url,
      BACKEND_URL: backendUrl,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  }
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const isReady = new Promise((resolve) => child.once('message', () => resolve(true)))
  if (!(await Promise.race([isReady, gone.then(() => false)]))) {
    throw new Error(`the web app has not started:\n${log}`)
  }
  return {
    url,
    pid: child.pid,
    /** Resolves when the process has ended. */
    ended: gone,
    /** Output so far. */
    log: () => log,
    stop: async () => {
      child.kill('SIGTERM')
      await gone
    },
  }
}
