import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/stack/free-port.ts'

/** Holds the lock of a data folder and listens at a port, as far as they are given. */
const SITE = `import { DatabaseSync } from 'node:sqlite'
import { createServer } from 'node:net'
const [lock, port] = process.argv.slice(2)
if (lock) {
  globalThis.held = new DatabaseSync(lock)
  globalThis.held.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
}
createServer().listen(Number(port || 0), '127.0.0.1', () => console.log('ready'))
`

let folder = ''
let ports = { PORT: '', BACKEND_PORT: '' }
let running: ChildProcess[] = []
const inFolder = (name: string) => path.join(folder, name)
const lock = () => inFolder('.data/.lock')

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'running-'))
  running = []
  ports = { PORT: String(await freePort()), BACKEND_PORT: String(await freePort()) }
  for (const name of [
    'bin',
    'node_modules/.bin',
    '.data',
    'scripts/stack',
    'server',
    'other/server',
  ])
    mkdirSync(inFolder(name), { recursive: true })
  for (const name of ['bootstrap.mjs', 'start.mjs', 'command.mjs', 'stack/running.mjs'])
    cpSync(path.resolve('scripts', name), inFolder(`scripts/${name}`))
  for (const name of ['run', 'backup'])
    writeFileSync(inFolder(`scripts/${name}.ts`), "console.log('ran')")
  for (const name of ['server', 'other/server']) writeFileSync(inFolder(`${name}/main.ts`), SITE)
  writeFileSync(inFolder('bin/npm'), '#!/bin/sh\necho "$@" >> npm-calls\n')
  chmodSync(inFolder('bin/npm'), 0o755)
  symlinkSync(process.execPath, inFolder('node_modules/.bin/node'))
  writeFileSync(inFolder('package-lock.json'), '{"packages":{"node_modules/a":{"version":"1"}}}')
})
afterEach(async () => {
  for (const child of running) await kill(child)
  rmSync(folder, { recursive: true, force: true })
})

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function serve(args: string[], script = 'server/main.ts', cwd = folder) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Runs a command of the site. @returns what it says, its exit code, and whether it has installed the packages. */
function run(command = ['start.mjs'], variables: Record<string, string> = {}) {
  const [name = '', ...args] = command
  const PATH = `${inFolder('bin')}${path.delimiter}${process.env['PATH'] ?? ''}`
  rmSync(inFolder('npm-calls'), { force: true })
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}`, ...args], {
    cwd: folder,
    env: { PATH, NODE_ENV: 'production', ...ports, ...variables },
    encoding: 'utf8',
  })
  return { status, stdout, stderr, hasInstalled: existsSync(inFolder('npm-calls')) }
}
const REFUSED = { status: 1, stdout: '', hasInstalled: false }
const runs = (pid: number | undefined) =>
  `The site of this folder still runs, pid ${pid}; stop it first.\n`

describe.runIf(process.platform === 'linux')(
  'a start beside a site that runs changes nothing',
  () => {
    it('of the same data folder', async () => {
      const { pid } = await serve([lock()])
      expect(run()).toEqual({ ...REFUSED, stderr: runs(pid) })
    })

    it('of the same data folder, which `.env` names in quotes', async () => {
      mkdirSync(inFolder('my data'))
      writeFileSync(inFolder('.env'), `DATA_DIR="${inFolder('my data')}" # of the site\n`)
      const { pid } = await serve([inFolder('my data/.lock')])
      expect(run()).toEqual({ ...REFUSED, stderr: runs(pid) })
    })

    it('of another release with the same data folder', async () => {
      const { pid } = await serve([lock()], 'server/main.ts', inFolder('other'))
      expect(run()).toEqual({
        ...REFUSED,
        stderr: `The site in ${inFolder('other')} still runs with the data folder ${inFolder('.data')}, pid ${pid}; stop it first.\n`,
      })
    })

    it.each(['PORT', 'BACKEND_PORT'] as const)('whose process has %s', async (name) => {
      const { pid } = await serve(['', ports[name]])
      expect(run()).toEqual({ ...REFUSED, stderr: runs(pid) })
    })

    it.each(['PORT', 'BACKEND_PORT'] as const)('where another program has %s', async (name) => {
      // A site of the folder that has another port is not the reason.
      await serve([''])
      await serve(['', ports[name]], 'server/main.ts', inFolder('other'))
      const stderr = `Port ${ports[name]} is taken by another program; set ${name} to a free one.\n`
      expect(run()).toEqual({ ...REFUSED, stderr })
    })

    it('by any command that would install other packages', async () => {
      const { pid } = await serve([''])
      expect(run(['command.mjs', 'backup.ts'])).toEqual({ ...REFUSED, stderr: runs(pid) })
      const installed = { packages: { 'node_modules/a': { version: '1' } } }
      writeFileSync(inFolder('node_modules/.package-lock.json'), JSON.stringify(installed))
      expect(run(['command.mjs', 'backup.ts'])).toEqual({
        status: 0,
        stdout: 'ran\n',
        stderr: '',
        hasInstalled: false,
      })
    })
  },
)

describe('a start goes on', () => {
  const GOES_ON = { status: 0, stderr: '', hasInstalled: true }

  it('after a site that was killed, whose lock file is left', async () => {
    await kill(await serve([lock()]))
    expect(existsSync(lock())).toBe(true)
    expect(run()).toMatchObject(GOES_ON)
  })

  it('with a lock file that contains the number of another program', () => {
    writeFileSync(lock(), String(process.pid))
    expect(run()).toMatchObject(GOES_ON)
  })

  it('with a backend elsewhere, whatever has the port of the own one', async () => {
    await serve(['', ports.BACKEND_PORT], 'server/main.ts', inFolder('other'))
    expect(run(['start.mjs'], { BACKEND_URL: 'http://10.0.0.2:4000' })).toMatchObject(GOES_ON)
  })

  it('with values that are no ports, which the site itself explains', () => {
    expect(run(['start.mjs'], { PORT: 'eighty', BACKEND_PORT: '70000' })).toMatchObject(GOES_ON)
  })
})
