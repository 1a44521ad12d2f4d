// @module-tag long
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { isRunning, sendSignal } from '#tests/support/processes.ts'

/*
 * `npm start` with a script in place of the site, in a folder of its own: npm, its shell, `start.mjs` and the site are four processes
 * (the shell may become the third). The script leaves its number, and ends as the site does.
 */

const root = path.resolve(import.meta.dirname, '../../..')
const SITE = `
import { renameSync, writeFileSync } from 'node:fs'
const end = (reason) => { writeFileSync('ended', reason); process.exit(0) }
process.on('SIGTERM', () => end('SIGTERM')).on('disconnect', () => end('disconnect'))
setInterval(() => undefined, 1000)
writeFileSync(process.env.PIDS + '.part', String(process.ppid) + ' ' + process.pid)
renameSync(process.env.PIDS + '.part', process.env.PIDS)
`

/** Are not tried: the site of this test has none. */
const NO_PORTS = { PORT: '-', BACKEND_PORT: '-' }

const pidsSchema = z.object({ first: z.number(), starter: z.number(), site: z.number() })

let folder = ''
let running: number[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parent-'))
  running = []
  await mkdir(path.join(folder, 'scripts'))
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'scripts/start.mjs'])
    await cp(path.join(root, name), path.join(folder, name))
  for (const name of ['scripts/bootstrap.mjs', 'scripts/stack/running.mjs'])
    await cp(path.join(root, name), path.join(folder, name))
  await symlink(process.execPath, path.join(folder, 'node_modules/.bin/node'))
  const [locked, listed] = ['package-lock.json', 'node_modules/.package-lock.json']
  await cp(path.join(folder, locked), path.join(folder, listed))
  await writeFile(path.join(folder, 'scripts/run.ts'), SITE)
})
afterEach(async () => {
  for (const pid of running.filter(isRunning)) sendSignal(pid, 'SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** @returns the numbers of the processes: the one that was started, `start.mjs`, the site. */
async function start([command = '', ...args]: string[], name = 'pids') {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(command, args, {
    cwd: folder,
    env: { NODE_ENV: 'production', PATH, HOME, PIDS: name, ...NO_PORTS },
    stdio: 'ignore',
  })
  const file = path.join(folder, name)
  await expect.poll(() => existsSync(file)).toBe(true)
  const [starter, site] = (await readFile(file, 'utf8')).split(' ').map(Number)
  const pids = pidsSchema.parse({ first: child.pid, starter, site })
  running.push(...Object.values(pids))
  return pids
}

const patience = { timeout: 60_000, interval: 20 }
const reason = () => readFile(path.join(folder, 'ended'), 'utf8')

it.each([
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['start.mjs', 'SIGTERM'],
  ['start.mjs', 'SIGKILL'],
] as const)('a site of `npm start` ends when %s gets %s', async (whom, signal) => {
  const { first, starter, site } = await start(['npm', 'start', '--silent'])
  sendSignal(whom === 'npm' ? first : starter, signal)
  await expect.poll(() => isRunning(site), patience).toBe(false)
  await expect.poll(() => isRunning(starter), patience).toBe(false)
  // Not killed: it stops its processes in order.
  expect(await reason()).toMatch(/^(?:SIGTERM|disconnect)$/)
})

it.each([
  ['without npm', 'node scripts/start.mjs'],
  ['by npm, whose own shell becomes the command', 'npm_config_script_shell=bash npm start'],
])('a site that a shell started %s goes on when the shell ends', async (_how, command) => {
  const script = `${command} & while [ ! -e pids ]; do sleep 0.05; done`
  const { first, starter, site } = await start(['sh', '-c', script])
  await expect.poll(() => isRunning(first), patience).toBe(false)
  // Another one of npm begins later, and notices the end of its own npm.
  const other = await start(['npm', 'start', '--silent'], 'others')
  sendSignal(other.first, 'SIGKILL')
  await expect.poll(() => isRunning(other.site), patience).toBe(false)
  expect([isRunning(starter), isRunning(site)]).toEqual([true, true])
  sendSignal(starter, 'SIGTERM')
  await expect.poll(() => isRunning(site), patience).toBe(false)
})
