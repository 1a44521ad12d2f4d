import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const FOLDER = 'bench/reference'
const MARKER = `${FOLDER}/.next/built-from`
const TIMEOUT_MS = 300_000

/** Builds the reference app if it or the framework has changed since its last build. */
export async function buildReference(): Promise<void> {
  const hash = createHash('sha256').update(await readFile('node_modules/next/package.json'))
  for await (const file of glob(`${FOLDER}/{app/*,next.config.mjs}`)) {
    hash.update(await readFile(file))
  }
  const current = hash.digest('hex')
  if ((await readFile(MARKER, 'utf8').catch(() => '')) === current) return
  console.log('Building the reference page …')
  await promisify(execFile)(process.execPath, ['node_modules/.bin/next', 'build', FOLDER], {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    timeout: TIMEOUT_MS,
  })
  await mkdir(`${FOLDER}/.next`, { recursive: true })
  await writeFile(MARKER, current)
}
