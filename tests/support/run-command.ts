import { spawn } from 'node:child_process'
import path from 'node:path'
import { COMPILE_CACHE } from '#scripts/settings/node-settings.ts'
import { TEST_VARIABLES } from './test-variables.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Runs a command of `scripts`.
 * @param onOutput called with everything it has printed, after each piece.
 * @returns its exit code, `null` if it was killed, and its output.
 */
export function runCommand(
  [name = '', ...args]: string[],
  env: Record<string, string>,
  onOutput: (said: string, kill: () => void) => void = () => undefined,
) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(path.join(root, 'node_modules/.bin/node'), [`scripts/${name}.ts`, ...args], {
    cwd: root,
    env: { NODE_ENV: 'production', PATH, HOME, ...COMPILE_CACHE, ...TEST_VARIABLES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  // The binary of the package is a link to the process itself or a script that starts it.
  const kill = () => void (child.pid && process.kill(-child.pid, 'SIGKILL'))
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      onOutput(said, kill)
    })
  }
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }))
  })
}
