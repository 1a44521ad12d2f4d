import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const SOURCES = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'middleware.ts',
  'next.config.mjs',
]
const SETTINGS = ['tailwind.config.ts', 'postcss.config.mjs', 'package-lock.json', 'tsconfig.json']
const MARKER = '.next/built-from'

/**
 * Builds the web app when its sources are not those of the last build. Nothing of the operator's settings
 * is in a build: pages that show them are rendered when the site runs.
 * @returns whether it was built.
 * @throws Error when the build fails; what it said has been printed.
 */
export async function buildIfChanged(say: (line: string) => void): Promise<boolean> {
  const wanted = await fingerprint()
  const built = existsSync(MARKER) ? await readFile(MARKER, 'utf8') : ''
  if (built === wanted) return false
  say('Building the web app …')
  await rm(MARKER, { force: true })
  // By this Node, whatever the machine's own is: the build loads TypeScript (next.config.mjs).
  await run(process.execPath, ['node_modules/.bin/next', 'build'])
  await mkdir('.next', { recursive: true })
  await writeFile(MARKER, wanted)
  return true
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of [...SOURCES, ...SETTINGS]) {
    for (const file of await filesOf(source)) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesOf(source: string): Promise<string[]> {
  if (!existsSync(source)) return []
  if (path.extname(source) !== '') return [source]
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}

/** Runs a command quietly; its output is printed only if it fails. */
function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(Buffer.concat(said))
      reject(new Error('The build failed; the reason stands above.'))
    })
  })
}
