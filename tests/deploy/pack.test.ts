import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { VERSION } from '#lib/version.ts'
import { processorMs } from '#bench/processor.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { startPglite } from '#tests/support/database.ts'
import { textsOf } from '#tests/support/dockerfile.ts'
import { waitFor } from '#tests/support/wait.ts'

/* `npm run pack` by the step of the Dockerfile, and what is unpacked: started by itself, and by the commands of the images. */

/** Processor time of a start on an empty data folder: on an idle machine it takes less, and on a busy one longer. */
const READY_MS = 15_000
const SECRETS = { INTERNAL_SECRET: 'i'.repeat(40), SESSION_SECRET: 's'.repeat(40) }

let folder = ''
let app = ''
let children: ChildProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'packed-'))
  app = path.join(folder, 'app')
  const [, step = ''] = textsOf('RUN', 'build')
  execFileSync('sh', ['-c', step.replaceAll('/app', app)], { stdio: 'pipe' })
}, 600_000)
afterEach(async () => {
  for (const child of children.toReversed()) {
    if (child.exitCode !== null) continue
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  children = []
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(`keystrip-${VERSION}.tar.gz`, { force: true })
}, 300_000)

function start(command: string, args: string[], variables: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const env = { NODE_ENV: 'production' as const, PATH, HOME, ...SECRETS, ...variables }
  const child = spawn(command, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Ready:')) resolve()
      })
    }
    child.once('exit', () => reject(new Error(output)))
  })
  ready.catch(() => undefined)
  return { ready, output: () => output, pid: child.pid ?? 0 }
}
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

it('holds what runs, and no test, secret, cache or package for development', () => {
  for (const name of ['.next/BUILD_ID', 'scripts/start.mjs', 'deploy/nginx', 'docs/upgrading.md']) {
    expect([name, existsSync(path.join(app, name))]).toEqual([name, true])
  }
  const absent = ['tests', 'bench', '.git', '.env', '.data', '.next/cache', 'node_modules/vitest']
  for (const name of [...absent, 'deploy/docker/secrets', 'node_modules/.cache']) {
    expect([name, existsSync(path.join(app, name))]).toEqual([name, false])
  }
})

it('serves an empty catalogue within 15 s, without a build or an installation', async () => {
  const [port, backendPort] = [await freePort(), await freePort()]
  const { ready, output, pid } = start('node', ['scripts/start.mjs'], {
    HOST: '127.0.0.1',
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    DATA_DIR: path.join(folder, 'data'),
  })
  await ready
  expect(processorMs(pid)).toBeLessThan(READY_MS)
  expect(output()).not.toMatch(/Installing|Building/)
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect(await answer.json()).toMatchObject({ status: 'ready', version: VERSION })
  const list = await fetch(`http://127.0.0.1:${port}/api/v1/icon/list`)
  expect(await list.json()).toMatchObject({ code: 200, data: { items: [] } })
  expect(await statusOf(`http://127.0.0.1:${port}/home/iconpack`)).toBe(200)
  expect(await statusOf(`http://127.0.0.1:${port}/keystrip-cli.tgz`)).toBe(200)
})

it('runs by the commands of the images', async () => {
  const database = await startPglite()
  const [port, backendPort] = [await freePort(), await freePort()]
  const data = path.join(folder, 'volume')
  mkdirSync(data)
  const run = (stage: 'web' | 'backend', variables: Record<string, string>) => {
    const set = textsOf('ENV', stage).flatMap((text) => text.split(' '))
    const env = Object.fromEntries(
      set.map((text) => z.tuple([z.string(), z.string()]).parse(text.split('='))),
    )
    const [command = '', ...args] = z
      .array(z.string())
      .parse(JSON.parse(textsOf('CMD', stage)[0] ?? ''))
    start(command, args, { ...env, ...variables })
  }
  const [web, backend] = [port, backendPort].map((one) => `http://127.0.0.1:${one}`)
  run('backend', {
    BACKEND_PORT: String(backendPort),
    DATA_DIR: data,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '1',
  })
  const patience = { timeout: 60_000, interval: 100 }
  await waitFor(async () => expect(await statusOf(`${backend}/readyz`)).toBe(200), patience)
  run('web', { PORT: String(port), BACKEND_URL: String(backend) })
  await waitFor(async () => expect(await statusOf(`${web}/readyz`)).toBe(200), patience)
  expect(await statusOf(`${web}/home/iconpack`)).toBe(200)
  await database.stop()
})
