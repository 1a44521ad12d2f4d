import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs an operator command as on the server. */
export async function admin(...args: string[]) {
  const env = {
    ...process.env,
    DATA_DIR: process.env['E2E_DATA'] ?? '',
    PORT: new URL(process.env['E2E_URL'] ?? '').port,
    BACKEND_PORT: new URL(process.env['E2E_BACKEND_URL'] ?? '').port,
    SITE_URL: process.env['E2E_URL'] ?? '',
  }
  return run('node_modules/.bin/node', ['scripts/admin.ts', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stderr: string }) => ({ code: failed.code, said: failed.stderr }),
  )
}
