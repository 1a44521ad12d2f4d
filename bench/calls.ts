import { pages } from '#lib/paths.ts'
import { load } from './load.ts'
import { circumstances } from './report.ts'
import { median, ROUNDS, type Section, table } from './section.ts'
import { PROCESSES, type Site } from './site.ts'

const CONNECTIONS = 30
const SECONDS = 2

/** Calls of the API, and the memory of the processes after them. */
export async function benchCalls(site: Site): Promise<Section> {
  const pack = (await site.projects()).find(({ kind }) => kind === 'icon')
  const calls = [
    { name: 'list (backend)', base: site.backend, path: '/api/v1/icon/list' },
    { name: 'detail (backend)', base: site.backend, path: `/api/v1/icon/${pack?.id}` },
    { name: 'popular (backend)', base: site.backend, path: '/api/v1/index/popular' },
    { name: 'list (through the web app)', base: site.web, path: '/api/v1/icon/list' },
  ].map((call) => ({ ...call, runs: new Array<Run>() }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, base, path, runs } of calls) {
      const before = totalOf(site)
      const result = await load({ base, paths: [path], connections: CONNECTIONS, seconds: SECONDS })
      runs.push({ ...result, ms: (totalOf(site) - before) / result.requests })
      console.log(`${name}: ${result.rate.toFixed(0)}/s`)
    }
  }
  const of = (runs: Run[], part: keyof Run) => median(runs.map((run) => run[part]))
  const rows = calls.map(({ name, runs }) => [
    name,
    of(runs, 'rate').toFixed(0),
    of(runs, 'p50').toFixed(0),
    of(runs, 'p99').toFixed(0),
    of(runs, 'ms').toFixed(2),
    String(runs.reduce((sum, { errors }) => sum + errors, 0)),
  ])
  await (await fetch(`${site.web}${pages.home}`)).arrayBuffer()
  const memory = site.memory()
  const resident = PROCESSES.map((name) => [
    name,
    String(memory[name].now),
    String(memory[name].peak),
  ])
  return {
    text: `## Calls of the API, and memory

Measured by \`npm run bench\` on ${circumstances()}: ${CONNECTIONS} connections, medians of
three times ${SECONDS} s; processor time of web app, backend and database together.

${table(['Call', 'requests/s', 'p50 ms', 'p99 ms', 'processor ms per request', 'errors'], rows)}

Resident memory of the processes after the bench, which is no long test (docs/long-tests.md):

${table(['Process', 'MB', 'most so far, MB'], resident)}`,
  }
}

type Run = { rate: number; p50: number; p99: number; errors: number; ms: number }

const totalOf = (site: Site) => PROCESSES.reduce((sum, name) => sum + site.processor()[name], 0)
