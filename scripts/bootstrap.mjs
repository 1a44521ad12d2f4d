import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNoneRuns, requireStopped } from './stack/running.mjs'

/*
 * First step of every command. Runs on Node 18 or later without installed packages: installs the lockfile, without the packages of
 * tests and checks where the command needs none, then runs a script with the Node version of the lockfile. `--version` prints the
 * version of the site instead.
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'
const lockfile = path.join(root, 'package-lock.json')
/** Where npm lists what it has installed, once all of it is there. */
const listed = path.join(root, 'node_modules', '.package-lock.json')
const node = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

/** How often a command of npm looks whether npm still runs, in ms. */
const PARENT_MS = 500

/** @type {import('node:child_process').ChildProcess | undefined} */
let child
let isStopping = false

/** Commands of operators. All others need the packages of tests and checks. */
const OF_OPERATORS = /^(?:run|seed|admin|doctor|backup|restore|migrate)\.ts$/

/** Runs `scripts/{script}` with this process's arguments and exits with its exit code. */
export async function handOver(script) {
  if (process.argv[2] === '--version') {
    return console.log(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version)
  }
  // Ctrl-C reaches all processes; a signal to this process alone is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', stop)
  endWithNpm(path.basename(process.argv[1] ?? ''))
  await orEnd(() => {
    if (script === 'run.ts') return requireStopped(root, process.env)
  })
  await install(!OF_OPERATORS.test(script))
  const { code, signal } = await run(
    node,
    [path.join(root, 'scripts', script), ...process.argv.slice(2)],
    {
      // Tools with `#!/usr/bin/env node` then use the Node of the lockfile.
      env: {
        ...process.env,
        PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
      },
      // The channel closes when this process is killed. `node.cmd` would not pass it on.
      stdio: ['inherit', 'inherit', 'inherit', ...(isWindows ? [] : ['ipc'])],
    },
  )
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 143))
}

function stop() {
  isStopping = true
  child?.kill('SIGTERM')
}

/**
 * npm passes SIGTERM to its shell alone, and exits: the shell dies of it or, when npm was killed, waits. This process has lost its
 * parent in the one case, and its parent's parent in the other. Started by anything else it goes on alone, as with `nohup`.
 */
function endWithNpm(own) {
  if (isWindows || !process.env.npm_lifecycle_script?.includes(own)) return
  const parent = process.ppid
  const above = parentOf(parent)
  // Some shells become the command that they run: then npm is the parent, and what started npm may end before it.
  const isBelowShell = /^npm\b/.test(read(`/proc/${above}/cmdline`))
  const watch = setInterval(() => {
    if (process.ppid === parent && (!isBelowShell || parentOf(parent) === above)) return
    clearInterval(watch)
    stop()
  }, PARENT_MS)
  watch.unref()
}

/** The parent of a process; Linux only. The name in parentheses may contain spaces. */
const parentOf = (pid) => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]

/** A file as text; empty where there is none. */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Runs a command that ends with this process. */
function run(command, args, options) {
  if (isStopping) process.exit(143)
  const own = spawn(command, args, { cwd: root, shell: isWindows, ...options })
  child = own
  let output = ''
  for (const stream of [own.stdout, own.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    own.once('error', (error) => resolve({ code: 1, signal: null, output: `${error.message}\n` }))
    own.once('close', (code, signal) => resolve({ code, signal, output }))
  })
}

/** The packages of a lockfile or of the list of npm, by their folders; none where it is missing or damaged. */
function packagesOf(file) {
  try {
    return JSON.parse(read(file)).packages
  } catch {
    return {}
  }
}

/**
 * Whether the packages of the lockfile are there, and Node. Optional ones may be of other systems.
 * @param {boolean} withTools Whether those of tests and checks, too.
 */
function isInstalled(withTools) {
  const [locked, installed] = [Object.entries(packagesOf(lockfile)), packagesOf(listed)]
  const isThere = ([name, { version, integrity, optional, dev }]) =>
    name === '' ||
    (dev && !withTools) ||
    (name in installed
      ? installed[name].version === version && installed[name].integrity === integrity
      : optional)
  return existsSync(node) && locked.length > 0 && locked.every(isThere)
}

/** Ends with the sentence of an error. */
async function orEnd(check) {
  try {
    await check()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

async function install(needsTools) {
  // Who has them keeps them.
  const withTools = needsTools || Object.values(packagesOf(listed)).some(({ dev }) => dev)
  if (isInstalled(withTools)) return
  // `ci` replaces what is there, under a site that loads modules when they are needed first; `install` adds what is missing.
  const command = isInstalled(false) ? ['install', '--no-save'] : ['ci']
  if (command[0] === 'ci') await orEnd(() => requireNoneRuns(root))
  console.log('Installing dependencies …')
  const begun = performance.now()
  const which = withTools ? '--include=dev' : '--omit=dev'
  const args = [...command, which, '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await run('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (isStopping) process.exit(143)
  if (code !== 0) {
    console.error(output)
    console.error('The installation failed; see the output above.')
    process.exit(1)
  }
  console.log(`Installed in ${Math.round((performance.now() - begun) / 1000)} s.`)
}
