import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { writeServedCli } from './cli-package.ts'

const SOURCES = [
  'app',
  'components',
  'islands',
  'lib',
  'messages',
  'public',
  'instrumentation-client.ts',
  'middleware.ts',
  'next.config.mjs',
  'scripts/build/islands.ts',
  'server/next',
]
/** The command line has the checks of the backend in it. */
const CLI_SOURCES = ['cli', 'lib', 'messages', 'backend', 'scripts/build/cli-package.ts']
const SETTINGS = ['tailwind.config.ts', 'postcss.config.mjs', 'package-lock.json', 'tsconfig.json']
const MARKER = '.next/built-from'
const CLI_MARKER = '.next/cli-built-from'

/** For a build that is not stopped. */
const NEVER = new AbortController().signal

/**
 * Builds the web app if its sources have changed since the last build, and the package of the command line that it
 * hands out. Settings of the operator do not affect a build: pages that show them are rendered at run time.
 * @returns whether it was built.
 * @param signal ends the build.
 * @throws Error when the build fails, after printing its output.
 */
export async function buildIfChanged(
  print: (line: string) => void,
  signal = NEVER,
): Promise<boolean> {
  const current = await fingerprint(SOURCES)
  if ((await readMarker(MARKER)) === current) {
    await packCliIfChanged()
    return false
  }
  print('Building the web app …')
  const begun = performance.now()
  await rm(MARKER, { force: true })
  // With this Node rather than the system's: the build loads TypeScript (next.config.mjs).
  await run(process.execPath, ['node_modules/.bin/next', 'build'], signal)
  await packCliIfChanged()
  await writeFile(MARKER, current)
  print(`Built in ${Math.round((performance.now() - begun) / 1000)} s.`)
  return true
}

/** Packs the command line that the site hands out, if its sources have changed or the build has deleted it. */
export async function packCliIfChanged(): Promise<void> {
  const current = await fingerprint(CLI_SOURCES)
  if ((await readMarker(CLI_MARKER)) === current) return
  await writeServedCli()
  await writeFile(CLI_MARKER, current)
}

const readMarker = async (file: string) => (existsSync(file) ? readFile(file, 'utf8') : '')

async function fingerprint(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of [...sources, ...SETTINGS]) {
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

/** Runs a command; prints its output only if it fails. */
function run(command: string, args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(command, args, {
    signal,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      if (signal.aborted) return reject(new Error('The build was stopped.'))
      process.stderr.write(Buffer.concat(output))
      reject(new Error('The build failed; see the output above.'))
    })
  })
}
