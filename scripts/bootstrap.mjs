import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * The first step of every command: runs on any Node from 18 on and needs nothing installed. It
 * installs what the lockfile says, then hands over to a script on the Node that came with it.
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const isWindows = process.platform === 'win32'
const marker = path.join(root, 'node_modules', '.installed-lockfile')
const node = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

/** Runs `scripts/{script}` with this process's arguments and ends as it ends. */
export function handOver(script) {
  install()
  const child = spawn(node, [path.join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    // Tools that name `node` in their first line then find the one of the lockfile.
    env: {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`,
    },
    stdio: 'inherit',
    shell: isWindows,
  })
  // The terminal sends Ctrl-C to both; whoever signals this process alone means the other too.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

function install() {
  const lockfile = readFileSync(path.join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted && existsSync(node)) return
  console.log('Installing what the lockfile says …')
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: isWindows,
  })
  if (done.status !== 0) {
    console.error(`${done.stdout ?? ''}${done.stderr ?? ''}`)
    console.error('The installation failed; the reason stands above.')
    process.exit(1)
  }
  writeFileSync(marker, wanted)
}
