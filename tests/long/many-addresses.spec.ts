import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { residentMb } from '#bench/processor.ts'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema, SORT_DEFAULT, SORTS } from '#lib/contract/list.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import type { Project } from '#lib/contract/project.ts'
import { localePath } from '#lib/i18n/path.ts'
import { documents, paths } from '#lib/paths.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { seedCatalogue } from '#scripts/stack/seed-catalogue.ts'
import { startLoopback } from '#tests/support/loopback.ts'
import { figure } from '#tests/support/figure.ts'
import { liveHeapMb } from '#tests/support/live-heap.ts'
import { sendSignal } from '#tests/support/processes.ts'

/** `MEMORY_ADDRESSES=5000` for a short try. The growth of the heap is judged at the full size only. */
const FULL = 100_000
const ADDRESSES = z.coerce
  .number()
  .int()
  .min(1000)
  .max(FULL)
  .default(FULL)
  .parse(process.env['MEMORY_ADDRESSES'])
const PROJECTS = Math.min(20_000, ADDRESSES)
const AT_ONCE = 8
const TIMEOUT_MS = 90 * 60_000
/** Limits in MB: resident memory at the end, and growth of the live heap over the second half. */
const WEB_MAX_MB = 400
const BACKEND_MAX_MB = 250
const GROWTH_MAX_MB = 5

async function projectsOf(base: string): Promise<Project[]> {
  const projects: Project[] = []
  for (const kind of KINDS) {
    for (let after: string | null = ''; after !== null;) {
      const query = `limit=100&sort=name${after && `&after=${after}`}`
      const response = await fetch(`${base}/api/v1/${kind}/list?${query}`)
      const { data } = z.object({ data: listSchema }).parse(await response.json())
      projects.push(...data.items)
      after = data.next
    }
  }
  return projects
}

/** Different public addresses; of fifty, 32 are details, 8 lists, 4 authors, 3 searches, 2 feeds and one a card. */
function* addressesOf(projects: readonly Project[], count: number): Generator<string> {
  const authors = [...new Set(projects.map(({ author }) => author.name))]
  const pick = <T>(from: readonly T[], at: number): T => {
    const picked = from[at % from.length]
    if (picked === undefined) throw new Error('The catalogue is empty.')
    return picked
  }
  const localeAt = (at: number, of: readonly unknown[]) => pick(LOCALES, Math.floor(at / of.length))
  // The address of a list does not name the default.
  const sorts = SORTS.filter((sort) => sort !== SORT_DEFAULT)
  for (let at = 0; at < count; at += 1) {
    const [group, place] = [Math.floor(at / 50), at % 50]
    const nth = (share: number, from: number) => group * share + place - from
    if (place < 32) {
      const n = nth(32, 0)
      yield localePath(localeAt(n, projects), paths.detail(pick(projects, n)))
    } else if (place < 40) {
      const n = nth(8, 32)
      const minimum_version = `${n % 90}.${Math.floor(n / 90)}.1`
      yield localePath(
        pick(LOCALES, n),
        paths.list(pick(KINDS, n), { sort: pick(sorts, n), minimum_version }),
      )
    } else if (place < 44) {
      const n = nth(4, 40)
      yield localePath(localeAt(n, authors), paths.author(pick(authors, n)))
    } else if (place < 47) {
      const n = nth(3, 44)
      const q = `${pick(projects, n * 7).title.split(' ')[0]} ${n}`
      yield localePath(pick(LOCALES, n), paths.search({ q }))
    } else if (place < 49) {
      const n = nth(2, 47)
      yield documents.feed(localeAt(n, authors), { author: pick(authors, n) })
    } else {
      yield documents.card(localeAt(group, projects), pick(projects, group))
    }
  }
}

/** Asks for the next `count` addresses. @returns how often each status was answered. */
async function ask(base: string, addresses: Iterator<string>, count: number) {
  const statuses = new Map<number, number>()
  let left = count
  const visitor = async () => {
    while (left > 0) {
      left -= 1
      const next = addresses.next()
      if (next.done) return
      const response = await fetch(`${base}${next.value}`, {
        headers: { 'accept-encoding': 'br' },
        redirect: 'manual',
      })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  return statuses
}

test(`${ADDRESSES} different addresses leave the processes within their limits of memory`, async () => {
  test.setTimeout(TIMEOUT_MS)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'memory-'))
  const print = () => undefined
  await seedCatalogue({
    projects: PROJECTS,
    dataDir,
    databaseUrl: undefined,
    print,
    onProgress: print,
  })
  const inspectorPort = await freePort()
  const stack = await startLoopback({
    dataDir,
    variables: {
      // Where the inspector listens once a process gets SIGUSR1.
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --inspect-port=127.0.0.1:${inspectorPort}`,
    },
  })
  try {
    const { base } = stack
    const pids = stack.pids()
    sendSignal(pids['web app'], 'SIGUSR1')
    const addresses = addressesOf(await projectsOf(base), ADDRESSES)
    const half = ADDRESSES / 2
    const heaps: number[] = []
    for (const asked of [half, ADDRESSES]) {
      expect(await ask(base, addresses, half)).toEqual(new Map([[200, half]]))
      for (const [name, pid] of Object.entries(pids)) {
        const { now, peak } = residentMb(pid ?? 0)
        figure(`${name} resident after ${asked} addresses, MB`, `${now} (at most ${peak})`)
      }
      const heap = await liveHeapMb(inspectorPort)
      figure(`live heap of the web app after ${asked} addresses, MB`, heap.toFixed(1))
      heaps.push(heap)
    }
    const [before = NaN, after = NaN] = heaps
    const what = `live heap of the web app, growth over the last ${half} addresses, MB`
    figure(what, (after - before).toFixed(1))
    expect.soft(residentMb(pids['web app'] ?? 0).now).toBeLessThanOrEqual(WEB_MAX_MB)
    expect.soft(residentMb(pids['backend'] ?? 0).now).toBeLessThanOrEqual(BACKEND_MAX_MB)
    if (ADDRESSES === FULL) expect.soft(after - before).toBeLessThan(GROWTH_MAX_MB)
  } finally {
    await stack.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
