import { spawn } from 'node:child_process'
import path from 'node:path'
import { COMPILE_CACHE } from '#scripts/settings/node-settings.ts'
import { TEST_VARIABLES } from './test-variables.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs the script that `npm start` runs after the installation; `variables` override the defaults. */
export function spawnStart(variables: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(path.join(root, 'node_modules/.bin/node'), ['scripts/run.ts'], {
    cwd: root,
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      HOST: '127.0.0.1',
      ...COMPILE_CACHE,
      ...TEST_VARIABLES,
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  /** Exit code and standard error. */
  const ended = new Promise<{ code: number | null; complaint: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, complaint }))
  })
  return { child, ended, said: () => said }
}
