import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { residentMb } from '#bench/processor.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { figure } from '#tests/support/figure.ts'

const VIEWS = 260
const AT_ONCE = 16
/** Memory limit of the web process with the demo catalogue, in MB. */
const WEB_MAX_MB = 400

/** Addresses of `count` different list pages, each of which has to be rendered. */
function* listViews(count: number): Generator<string> {
  const [locales, kinds] = [
    ['', '/fr', '/zh-cn', '/ja', '/de'],
    ['iconpack', 'plugin', 'profile', 'page'],
  ]
  let made = 0
  for (const limit of [96, 72, 48, 24]) {
    for (const sort of ['name', '-name', 'popular', 'recent']) {
      for (const locale of locales ?? []) {
        for (const kind of kinds ?? []) {
          if (made === count) return
          made += 1
          yield `${locale}/home/${kind}?sort=${sort}&limit=${limit}`
        }
      }
    }
  }
}

async function askAll(base: string, paths: Iterator<string>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const visitor = async () => {
    for (let next = paths.next(); !next.done; next = paths.next()) {
      const answer = await fetch(base + next.value, { headers: { 'accept-encoding': 'gzip' } })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return statuses
}

test(`${VIEWS} different list pages keep the web process within its memory limit`, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'memory-'))
  // The first start fills the catalogue and is not measured.
  await (await startLoopback({ dataDir })).stop()
  const { base, ...stack } = await startLoopback({ dataDir })
  try {
    const measure = async (when: string) => {
      for (const [name, pid] of Object.entries(stack.pids())) {
        const { now, peak } = residentMb(pid ?? 0)
        figure(`resident memory of the ${name} ${when}, MB (most so far)`, `${now} (${peak})`)
      }
    }
    await (await fetch(`${base}/home/index`)).arrayBuffer()
    await measure('after one page')
    for (const round of [1, 2]) {
      expect(await askAll(base, listViews(VIEWS))).toEqual(new Map([[200, VIEWS]]))
      await measure(`after ${VIEWS} list pages, round ${round}`)
    }
    const { peak } = residentMb(stack.pids()['web app'] ?? 0)
    expect(peak).toBeLessThanOrEqual(WEB_MAX_MB)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
