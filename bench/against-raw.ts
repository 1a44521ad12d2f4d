import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Load, load } from './load.ts'
import { median, ROUNDS, spread } from './section.ts'
import { startSideProcess } from './side-process.ts'
import type { BenchSite } from './site.ts'

/** Duration of one measurement, in seconds. */
const SECONDS = 2
const WARM_UP_SECONDS = 1

export type Case = {
  name: string
  /** Paths in the order of the requests. */
  paths: readonly string[]
  connections: number
  /** Visitors behind a proxy; 0: no proxy. */
  clients?: number
}
type Run = { site: Load; raw: Load; siteMs: number; rawMs: number }
export type RawComparison = Case & { runs: Run[] }

/**
 * Loads the site and a raw server that sends the same bytes and headers, in turns. Both have a process of their own.
 */
export async function compare(site: BenchSite, cases: readonly Case[]): Promise<RawComparison[]> {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'raw-'))
  const list = path.join(folder.path, 'paths')
  await writeFile(list, [...new Set(cases.flatMap(({ paths }) => paths))].join('\n'))
  await using raw = await startSideProcess('raw server', ['bench/raw.ts', site.web, list])
  const comparisons = cases.map((one): RawComparison => ({ ...one, runs: [] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of comparisons) {
      if (round === 0) {
        for (const base of [raw.url, site.web]) {
          await load({ ...one, base, seconds: WARM_UP_SECONDS })
        }
      }
      const [rawLoad, rawMs] = await timed(raw.processor, () =>
        load({ ...one, base: raw.url, seconds: SECONDS }),
      )
      const [siteLoad, siteMs] = await timed(
        () => site.processor()['web app'],
        () => load({ ...one, base: site.web, seconds: SECONDS }),
      )
      one.runs.push({ site: siteLoad, raw: rawLoad, siteMs, rawMs })
      console.log(
        `${one.name}: ${siteLoad.rate.toFixed(0)}/s, raw ${rawLoad.rate.toFixed(0)}/s, ratio ${(siteLoad.rate / rawLoad.rate).toFixed(2)}, p99 ${siteLoad.p99.toFixed(1)} and ${rawLoad.p99.toFixed(1)} ms`,
      )
    }
  }
  return comparisons
}

export const COMPARISON_HEAD = [
  'Requests',
  'connections',
  'requests/s',
  'raw requests/s',
  'ratio to raw',
  'p50 ms, raw',
  'p99 ms, raw',
  'processor ms, raw',
  'errors',
]

export function comparisonRow({ name, connections, runs }: RawComparison): string[] {
  const rates = (of: 'site' | 'raw') => runs.map((run) => run[of].rate)
  const times = (of: 'site' | 'raw', part: 'p50' | 'p99') => runs.map((run) => run[of][part])
  const pair = (part: 'p50' | 'p99') =>
    `${median(times('site', part)).toFixed(1)}, ${median(times('raw', part)).toFixed(1)}`
  return [
    name,
    String(connections),
    median(rates('site')).toFixed(0),
    median(rates('raw')).toFixed(0),
    spread(ratios(runs), 2),
    pair('p50'),
    pair('p99'),
    `${median(runs.map(({ siteMs }) => siteMs)).toFixed(3)}, ${median(runs.map(({ rawMs }) => rawMs)).toFixed(3)}`,
    String(runs.reduce((sum, { site }) => sum + site.errors, 0)),
  ]
}

/** Medians of the ratio of rates, and of the 99th percentile to that of the raw server. */
export function ratiosOf({ runs }: RawComparison): { ratio: number; p99Ratio: number } {
  return {
    ratio: median(ratios(runs)),
    p99Ratio: median(runs.map(({ site, raw }) => site.p99 / raw.p99)),
  }
}

const ratios = (runs: Run[]) => runs.map(({ site, raw }) => site.rate / raw.rate)

/** @returns the load, and the processor time per request in ms. */
async function timed(processor: () => number, work: () => Promise<Load>): Promise<[Load, number]> {
  const before = processor()
  const result = await work()
  return [result, (processor() - before) / result.requests]
}
