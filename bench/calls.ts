import { paths } from '#lib/paths.ts'
import { compare, COMPARISON_HEAD, comparisonRow, ratiosOf } from './against-raw.ts'
import { load } from './load.ts'
import { circumstances } from './report.ts'
import { median, ROUNDS, type Section, table } from './section.ts'
import { PROCESSES, type BenchSite } from './site.ts'

const CONNECTIONS = 30
const SECONDS = 2

/** Addresses of one list, each asked for once: more than are answered in that time. */
const ADDRESSES = 4_000
const LIST = '/api/v1/icon/list'
/** No project needs so new a version, so that the answers are those of the whole list. */
const listsOf = (round: number) =>
  Array.from({ length: ADDRESSES }, (_, at) => `${LIST}?minimum_version=${900 + round}.0.${at}`)

/** Calls of the API, and the memory of the processes after them. */
export async function benchCalls(site: BenchSite): Promise<Section> {
  const pack = (await site.projects()).find(({ kind }) => kind === 'icon')
  const calls = [
    { name: 'list (backend)', base: site.backend, path: LIST },
    { name: 'detail (backend)', base: site.backend, path: `/api/v1/icon/${pack?.id}` },
    { name: 'popular (backend)', base: site.backend, path: '/api/v1/index/popular' },
    { name: 'list (through the web app)', base: site.web, path: LIST },
    { name: EACH_ONCE.backend, base: site.backend, path: undefined },
    { name: EACH_ONCE.web, base: site.web, path: undefined },
  ].map((call) => ({ ...call, runs: new Array<Run>() }))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, base, path, runs } of calls) {
      const before = totalOf(site)
      const lists = path === undefined ? listsOf(round) : [path]
      const result = await load({ base, paths: lists, connections: CONNECTIONS, seconds: SECONDS })
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
  const msOf = (wanted: string) => of(calls.find(({ name }) => name === wanted)?.runs ?? [], 'ms')
  const [kept] = await compare(site, [
    { name: 'list, kept by the web app', paths: [LIST], connections: CONNECTIONS },
  ])
  const toBackend = msOf(EACH_ONCE.web) / msOf(EACH_ONCE.backend)
  if (!kept) throw new Error('No measurement.')
  await (await fetch(`${site.web}${paths.home}`)).arrayBuffer()
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

A list that is asked for again is kept by the web app. Each once, it costs ${toBackend.toFixed(2)} times what it costs at the backend. The kept one against
raw \`node:http\`, which sends the same bytes with the same headers:

${table(COMPARISON_HEAD, [comparisonRow(kept)])}

Resident memory of the processes after the bench, which is no long test (docs/long-tests.md):

${table(['Process', 'MB', 'most so far, MB'], resident)}`,
    figures: { 'API list to raw': ratiosOf(kept).ratio, 'API list to backend': toBackend },
  }
}

const EACH_ONCE = {
  backend: 'list, each once (backend)',
  web: 'list, each once (through the web app)',
}
type Run = { rate: number; p50: number; p99: number; errors: number; ms: number }

const totalOf = (site: BenchSite) =>
  PROCESSES.reduce((sum, name) => sum + site.processor()[name], 0)
