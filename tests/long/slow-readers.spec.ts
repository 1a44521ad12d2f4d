import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { residentMb } from '#bench/processor.ts'
import { listSchema } from '#lib/contract/list.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { startSlowReaders } from '#tests/support/slow-readers.ts'
import { figure } from '#tests/support/figure.ts'

const READERS = 2000
const WEB_MAX_MB = 400
const VISITS = 20
/** A visitor receives a response within this time, in ms. */
const VISIT_MS = 8_000

test(`${READERS} clients that never read their response leave memory bounded and visitors served`, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'long-'))
  const stack = await startLoopback({ dataDir, variables: { DEMO: '1' } })
  const { 'web app': web = 0, backend = 0 } = stack.pids()
  const pids = { web, backend }
  const { base } = stack
  try {
    const list = await fetch(`${base}/api/v1/icon/list?limit=100`)
    const { items } = z.object({ data: listSchema }).parse(await list.json()).data
    const largest = items.toSorted((a, b) => (b.file?.size ?? 0) - (a.file?.size ?? 0))[0]
    const targets = [
      largest?.file?.url ?? '',
      `/home/iconpack/detail/${largest?.id}`,
      '/home/index',
    ]
    for (const target of targets) await (await fetch(`${base}${target}`)).arrayBuffer()
    const before = { web: residentMb(pids.web).now, backend: residentMb(pids.backend).now }
    const groups = []
    for (const target of targets) {
      const count = Math.ceil(READERS / targets.length)
      groups.push(await startSlowReaders({ port: stack.port, path: target, count, addresses: 100 }))
    }
    const most = { ...before }
    const times: number[] = []
    for (let at = 0; at < VISITS; at += 1) {
      const begun = performance.now()
      const signal = AbortSignal.timeout(VISIT_MS)
      const answer = await fetch(`${base}/fr/home/plugin?visit=${at}`, { signal })
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
      times.push(performance.now() - begun)
      await setTimeout(1000)
      for (const name of ['web', 'backend'] as const) {
        most[name] = Math.max(most[name], residentMb(pids[name]).now)
      }
    }
    for (const group of groups) group.stop()
    figure(`resident before, web and backend`, `${before.web} and ${before.backend} MB`)
    figure(`resident at most with ${READERS} slow readers`, `${most.web} and ${most.backend} MB`)
    figure(
      `a visitor's page meanwhile, the slowest of ${VISITS}`,
      `${Math.max(...times).toFixed(0)} ms`,
    )
    expect(most.web).toBeLessThanOrEqual(WEB_MAX_MB)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
