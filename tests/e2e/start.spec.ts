// @module-tag long
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { freePort } from '#scripts/stack/free-port.ts'
import { spawnStart } from '#tests/support/start-process.ts'
import { isRunning } from '#tests/support/processes.ts'
import { headOnly } from '#tests/support/head.ts'

/** Ids of all descendant processes. */
function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const all = rows
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    all.flatMap(([id = 0, ppid]) => (ppid === parent ? [id, ...below(id)] : []))
  return below(pid)
}

/** For a start on a machine that is busy with something else: on two free cores it takes ten seconds. */
const START = { timeout: 240_000 }
/** Longer than a process that stops waits for its last requests (STOP_SECONDS). */
const STOP = { timeout: 60_000 }
test.describe.configure({ mode: 'serial', timeout: 360_000 })

let dataDir: string
test.beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'started-'))
})
let site: ReturnType<typeof spawnStart> | undefined
// A test that fails leaves its site running.
test.afterEach(async () => {
  site?.child.kill('SIGTERM')
  await site?.ended
  site = undefined
})
test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Starts the site on the embedded database. @returns what stops it by a signal. */
async function start(variables: Record<string, string> = {}) {
  const port = await freePort()
  const ports = { PORT: String(port), BACKEND_PORT: String(await freePort()) }
  const started = spawnStart({ DATA_DIR: dataDir, DEMO: '0', ...ports, ...variables })
  site = started
  await expect.poll(started.said, START).toContain('Ready:')
  expect(started.said()).not.toContain('Building')
  const pids = descendants(started.child.pid ?? 0)
  // Database, backend and web app. An external database is not a child process.
  expect(pids.length).toBeGreaterThanOrEqual(3)
  const url = `http://127.0.0.1:${port}`
  const status = async () => (await headOnly(fetch(`${url}/home/iconpack`))).status
  // The first page of a busy machine may take longer than its deadline.
  await expect.poll(status, START).toBe(200)
  const stop = async (signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM', code: number | null) => {
    started.child.kill(signal)
    expect(await started.ended).toEqual({ code, complaint: '' })
    await expect.poll(() => pids.filter(isRunning), STOP).toEqual([])
  }
  return { url, port, stop }
}

for (const [signal, code] of [
  ['SIGKILL', null],
  ['SIGINT', 0],
] as const) {
  test(
    `${signal} stops the site and all its child processes, and the site can start again`,
    { tag: signal === 'SIGINT' ? [] : '@long' },
    async () => {
      const { port, stop } = await start()
      expect(site?.said()).toContain(`Ready: http://localhost:${port}`)
      await stop(signal, code)
    },
  )
}

test(
  'name and address of the site change on every page without a build; SIGTERM stops it like SIGINT',
  { tag: '@long' },
  async () => {
    const { url, stop } = await start({
      SITE_NAME: 'Pixel Orchard',
      SITE_URL: 'https://orchard.example',
      // A start complains of an address with TLS without a proxy, and of a renamed site that shows the example addresses.
      TRUSTED_PROXIES: '127.0.0.1',
      SUPPORT_EMAIL: 'help@orchard.example',
      CHAT_URL: 'https://chat.orchard.example/',
    })
    const read = async (path: string) => (await fetch(`${url}${path}`)).text()
    for (const path of [
      '/home/index',
      '/de/home/faq',
      '/login',
      '/ja/nowhere',
      '/manifest.webmanifest',
    ]) {
      const text = await read(path)
      expect(text, path).toContain('Pixel Orchard')
      expect(text, path).not.toContain('Keystrip')
    }
    expect(await read('/home/index')).toContain('href="https://orchard.example/home/index"')
    expect(await read('/robots.txt')).toContain('Sitemap: https://orchard.example/sitemap.xml')
    await stop('SIGTERM', 0)
  },
)
