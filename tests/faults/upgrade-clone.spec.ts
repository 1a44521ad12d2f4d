import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { freePort } from '#scripts/stack/free-port.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { upgradeLines } from '#tests/support/upgrade-lines.ts'
import { createDataFolder, firstProjects, pageOf, timeUntil, visit } from './site.ts'

const PAUSE_MAX_MS = 60_000
/** Between two visits of the site that serves, in ms. */
const VISIT_MS = 250

/** Copies packages with links to the same files, which nothing changes. */
const link = (from: string, to: string) => execFileSync('cp', ['-al', from, to])

/** Starts a site by its documented command. @returns what it says, and its end. */
function start(cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(child, 'close')
  return {
    said: () => said,
    ended,
    isReady: () => said.includes('Ready: '),
    kill: () => child.kill('SIGTERM'),
  }
}

/** Visits pages of a site until its end. @returns the answers that were no 200. */
function visitAll(addresses: string[]) {
  const failed: string[] = []
  let visits = 0
  const round = async () => {
    const answers = await Promise.all(addresses.map((address) => visit(address)))
    visits += answers.length
    for (const [at, { status }] of answers.entries())
      if (status !== 200) failed.push(`${status} ${addresses[at]}`)
  }
  const timer = setInterval(() => void round(), VISIT_MS)
  return { failed, visits: () => visits, end: () => clearInterval(timer) }
}

test('the documented upgrade of a clone, line by line, on a site that serves: no answer fails until it is stopped', async () => {
  test.setTimeout(30 * 60_000)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upgrade-'))
  const old = path.join(folder, 'keystrip')
  const next = path.join(folder, 'keystrip-NEXT')
  execFileSync('git', ['clone', '--quiet', process.cwd(), old])
  // The old release is installed and built already.
  link('node_modules', path.join(old, 'node_modules'))
  await cp('.next', path.join(old, '.next'), { recursive: true })
  const dataDir = await createDataFolder()
  await rm(path.join(old, '.data'), { recursive: true, force: true })
  execFileSync('cp', ['-a', dataDir, path.join(old, '.data')])
  const [port, backendPort] = [await freePort(), await freePort()]
  writeFileSync(
    path.join(old, '.env'),
    `PORT=${port}\nBACKEND_PORT=${backendPort}\nHOST=127.0.0.1\n`,
  )
  // The packages come from this folder, not from the network: what `npm ci` does to a folder is the same.
  await mkdir(path.join(folder, 'bin'))
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  const shim = `#!/bin/sh\nif [ "$1" = ci ]; then rm -rf node_modules; cp -al "${process.cwd()}/node_modules" .; else exec "${npm}" "$@"; fi\n`
  writeFileSync(path.join(folder, 'bin/npm'), shim)
  chmodSync(path.join(folder, 'bin/npm'), 0o755)
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH: `${path.join(folder, 'bin')}:${PATH}`,
    HOME,
    NODE_ENV: 'production' as const,
  }
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: old, encoding: 'utf8' }).trim()

  const running = start(old, env)
  let newest: ReturnType<typeof start> | undefined
  let pid = 0
  try {
    await timeUntil(async () => running.isReady())
    const base = `http://127.0.0.1:${port}`
    const [project] = await firstProjects({ base }, 'icon')
    if (!project) throw new Error('The catalogue is empty.')
    const page = `${base}${pageOf('icon', project.id)}`
    const visits = visitAll([page, `${base}/sitemap.xml`, `${base}/readyz`])

    let cwd = old
    let stoppedAt = 0
    for (const line of upgradeLines(readFileSync('docs/upgrading.md', 'utf8'))) {
      if (line === 'npm start') {
        newest = start(cwd, env)
        const { isReady } = newest
        await timeUntil(async () => isReady())
      } else if (line.startsWith('cd ')) cwd = path.resolve(cwd, line.slice(3))
      else {
        if (line === 'kill PID') {
          // A start beside it names the process, and changes nothing.
          const early = start(cwd, env)
          await early.ended
          const said = /still runs with the data folder \S+, pid (\d+); stop it first\./
          expect(early.said()).toMatch(said)
          pid = Number(said.exec(early.said())?.[1])
          visits.end()
          expect(visits.failed).toEqual([])
          expect(visits.visits()).toBeGreaterThan(10)
          stoppedAt = performance.now()
        }
        const command = line.replace('COMMIT', commit).replace('PID', String(pid))
        const child = spawn('sh', ['-c', command], { cwd, env, stdio: 'inherit' })
        const [code] = await once(child, 'close')
        expect(code, line).toBe(0)
        if (line === 'kill PID') await running.ended
      }
    }
    const pauseMs = performance.now() - stoppedAt
    expect(newest?.said()).not.toContain('Installing')
    expect(newest?.said()).not.toContain('Building')
    expect((await visit(page)).status).toBe(200)
    expect(existsSync(path.join(next, '.data'))).toBe(false)
    figure('upgrade of a clone beside a site that serves: answers that failed', 0, '0')
    figure('upgrade of a clone: pause between stop and start', seconds(pauseMs), '60 s')
    expect(pauseMs).toBeLessThan(PAUSE_MAX_MS)
  } catch (error) {
    console.error(running.said(), newest?.said())
    throw error
  } finally {
    for (const site of [running, newest]) site?.kill()
    await Promise.all([running.ended, newest?.ended])
    await rm(folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
})
