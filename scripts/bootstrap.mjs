import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * First step of every command. Runs on Node 18 or later without installed packages: installs the
 * lockfile, then runs a script with the Node version of the lockfile. `--version` prints the version of the site instead.
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'
const marker = path.join(root, 'node_modules', '.installed-lockfile')
const node = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

/** Runs `scripts/{script}` with this process's arguments and exits with its exit code. */
export function handOver(script) {
  if (process.argv[2] === '--version') {
    return console.log(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).version)
  }
  install()
  const child = spawn(node, [path.join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    // Tools with `#!/usr/bin/env node` then use the Node of the lockfile.
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
    stdio: 'inherit',
    shell: isWindows,
  })
  // Ctrl-C reaches both processes; a signal to this process alone is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

function install() {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'))
  const current = createHash('sha256').update(lockfile).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === current && existsSync(node)) return
  console.log('Installing dependencies …')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: isWindows,
  })
  if (result.status !== 0) {
    console.error(`${result.stdout ?? ''}${result.stderr ?? ''}`)
    console.error('The installation failed; see the output above.')
    process.exit(1)
  }
  writeFileSync(marker, current)
}
