import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { registerOver } from '#tests/support/api-client.ts'
import { figure, seconds } from '#tests/support/figure.ts'
import { startCreator } from './creator.ts'
import { startParts } from './parts.ts'
import { timeUntil, visit } from './site.ts'
import { UPLOAD_MS, uploadSlowly } from './upload-slowly.ts'
import { sendSignal } from '#tests/support/processes.ts'

const DRAIN_SECONDS = 2
const WORKERS = 16
type Outcome = 'answered' | 'refused' | 'broken'
type Target = { port: number; paths: readonly string[]; headers: Record<string, string> }

/** One request. Refused: no connection was made. */
function ask(
  agent: Agent,
  { port, headers }: Target,
  path: string,
): Promise<{ outcome: Outcome; status: number }> {
  return new Promise((resolve) => {
    const sent = request({ agent, port, path, headers, host: '127.0.0.1' }, (res) => {
      const status = res.statusCode ?? 0
      res.resume()
      res.once('end', () => resolve({ outcome: res.complete ? 'answered' : 'broken', status }))
      res.once('error', () => resolve({ outcome: 'broken', status }))
    })
    sent.once('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      resolve({ outcome: isRefused ? 'refused' : 'broken', status: 0 })
    })
    sent.end()
  })
}

/** Asks without a pause, on connections that stay open, until the server refuses. */
function load(target: Target) {
  const agent = new Agent({ keepAlive: true })
  const counts: Record<Outcome, number> = { answered: 0, refused: 0, broken: 0 }
  const statuses = new Set<number>()
  /** Ids of requests without a whole answer. */
  const broken: string[] = []
  let refusedAt: number | undefined
  async function work(worker: number) {
    for (let at = worker; refusedAt === undefined; at += 1) {
      const id = randomUUID()
      const headers = { ...target.headers, 'x-request-id': id }
      const path = target.paths[at % target.paths.length] ?? '/'
      const { outcome, status } = await ask(agent, { ...target, headers }, path)
      counts[outcome] += 1
      if (status > 0) statuses.add(status)
      if (outcome === 'broken') broken.push(id)
      if (outcome === 'refused') refusedAt ??= performance.now()
    }
  }
  const done = Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  return {
    counts,
    statuses,
    broken,
    refusedAt: () => refusedAt ?? NaN,
    done: done.finally(() => agent.destroy()),
  }
}

for (const name of ['web app', 'backend'] as const) {
  test(`SIGTERM to the ${name} under load breaks no request, and an upload under way is finished`, async () => {
    const limits = { DRAIN_SECONDS: String(DRAIN_SECONDS), STOP_SECONDS: '30' }
    // A line for each request that was begun, with its id.
    const parts = await startParts({ both: { ...limits, LOG_LEVEL: 'info' } })
    try {
      const isWeb = name === 'web app'
      const base = isWeb ? parts.base : parts.backend
      const port = Number(new URL(base).port)
      const api = `${parts.backend}/api/v1`
      const headers = isWeb
        ? (await startCreator(parts)).headers()
        : { authorization: `Bearer ${await registerOver(api, parts.dataDir)}` }
      const paths = Array.from({ length: 20 }, (_, at) => `/api/v1/icon/list?limit=${1 + at}`)
      const asking = load({ port, paths, headers: { 'x-internal-secret': parts.internalSecret } })
      await timeUntil(async () => asking.counts.answered > 200)

      const uploaded = uploadSlowly(port, headers)
      await delay(UPLOAD_MS / 5)
      const { pid, ended, log } = parts.processes[name]
      sendSignal(pid, 'SIGTERM')
      const toldAt = performance.now()
      let isUploaded = false
      void uploaded.then(() => (isUploaded = true))
      await timeUntil(async () => (await visit(`${base}/readyz`)).status === 503)
      const noticed = performance.now() - toldAt
      await asking.done
      expect(isUploaded).toBe(false)
      const answer = await uploaded
      await ended
      const over = performance.now() - toldAt
      const lines = await log()
      const begun = asking.broken.filter((id) => lines.includes(id))

      expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
      expect(answer).toContain('"code":200')
      const { answered, broken } = asking.counts
      expect(lines.split('\n').length).toBeGreaterThan(answered)
      const drained = asking.refusedAt() - toldAt
      figure(`SIGTERM to the ${name}: requests answered by ${WORKERS} clients`, answered)
      figure(`SIGTERM to the ${name}: begun and broken off`, begun.length, '0')
      const unbegun = broken - begun.length
      figure(
        `SIGTERM to the ${name}: connections reset that it had not accepted`,
        unbegun,
        `${WORKERS}`,
      )
      figure(`SIGTERM to the ${name}: /readyz is 503 after`, seconds(noticed), `${DRAIN_SECONDS} s`)
      figure(
        `SIGTERM to the ${name}: connections are refused after`,
        seconds(drained),
        `${DRAIN_SECONDS} s or later`,
      )
      figure(`SIGTERM to the ${name}: it ends, after the upload, after`, seconds(over), '32 s')
      expect(begun).toEqual([])
      expect(unbegun).toBeLessThanOrEqual(WORKERS)
      expect([...asking.statuses]).toEqual([200])
      expect(noticed).toBeLessThan(DRAIN_SECONDS * 1000)
      expect(drained).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1000)
      expect(over).toBeLessThan((DRAIN_SECONDS + 30) * 1000)
    } finally {
      await parts.stop()
    }
  })
}
