import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { parseEnv } from '#lib/env.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { sendSignal } from '#tests/support/processes.ts'

test.describe.configure({ timeout: 120_000 })

test(
  'a killed process restarts; meanwhile cached pages are served and other pages show an error page',
  { tag: '@long' },
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'restart-'))
    const { SITE_URL } = parseEnv(process.env)
    const stack = await startLoopback({
      dataDir,
      onExit: () => undefined,
      variables: { SITE_URL, DEMO: '0', LOG_LEVEL: 'silent' },
    })
    const status = (path: string) =>
      fetch(`${stack.base}${path}`).then(
        (answer) => answer.status,
        () => 0,
      )
    const patience = { timeout: 40_000, intervals: [50] }
    try {
      // Nothing is kept until the web app has read the backend's changes for the first time.
      // A page that is not read to its end need not be kept.
      const isKept = async () => {
        const answer = await fetch(`${stack.base}/home/iconpack`)
        await answer.text()
        return answer.headers.get('cache-control')?.startsWith('public')
      }
      await expect.poll(isKept, patience).toBe(true)
      for (const part of ['database', 'backend']) {
        sendSignal(stack.pids()[part], 'SIGKILL')
        expect(await status('/home/iconpack'), part).toBe(200)
        const answer = await fetch(`${stack.base}/home/search?q=${part}`)
        // On a fast machine the process may already be running again, on a busy one the page may have exceeded its deadline.
        expect([200, 503, 504], part).toContain(answer.status)
        expect(await answer.text(), part).toContain('</html>')
        // No answer to this search is kept yet, unlike the lists of the API, which need no backend.
        await expect.poll(() => status(`/home/search?q=${part}-again`), patience).toBe(200)
      }
      sendSignal(stack.pids()['web app'], 'SIGKILL')
      await expect.poll(() => status('/home/iconpack'), patience).toBe(200)
    } finally {
      await stack.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
