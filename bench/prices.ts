import { RATES, rateOf } from '#lib/limits/rates.ts'
import { circumstances } from './report.ts'
import { publicRoutes, type BenchRoute } from './routes.ts'
import { type Section, table } from './section.ts'
import { PROCESSES, type Processes, type BenchSite } from './site.ts'

const REQUESTS = 40
const WARM_UP = 4

type Row = { name: string; like: string; ms: Processes; statuses: string }

/**
 * Price of every public route without a cache hit, in ms of processor time, and its rate limit.
 */
export async function benchPrices(site: BenchSite): Promise<Section> {
  const rows: Row[] = []
  for (const route of publicRoutes(site.web, await site.projects())) {
    const row = await measure(site, route)
    console.log(`${row.name}: ${sum(row.ms).toFixed(1)} ms (${row.statuses})`)
    rows.push(row)
  }
  return { text: report(rows) }
}

async function measure(
  site: BenchSite,
  { name, like, pathAt, init, isExpired }: BenchRoute,
): Promise<Row> {
  const statuses = new Set<number>()
  const ms = { 'web app': 0, backend: 0, database: 0 }
  await site.expire()
  for (let index = 0; index < REQUESTS + WARM_UP; index += 1) {
    if (isExpired) await site.expire()
    const before = site.processor()
    const response = await fetch(`${site.web}${pathAt(index)}`, init)
    await response.arrayBuffer()
    const after = site.processor()
    statuses.add(response.status)
    if (index < WARM_UP) continue
    for (const process of PROCESSES) ms[process] += (after[process] - before[process]) / REQUESTS
  }
  return { name, like, ms, statuses: [...statuses].join(', ') }
}

const sum = (ms: Processes) => PROCESSES.reduce((total, process) => total + ms[process], 0)

function report(rows: Row[]): string {
  const lines = rows.map(({ name, like, ms, statuses }) => {
    const rate = rateOf(like)
    const { capacity, perSecond } = RATES[rate]
    return [
      name,
      sum(ms).toFixed(1),
      ...PROCESSES.map((process) => ms[process].toFixed(1)),
      `${rate}: ${capacity}, ${perSecond}/s`,
      statuses,
    ]
  })
  return `## Prices

Measured by \`npm run bench\` on ${circumstances()}, the demo catalogue on the embedded
database. Processor time in ms for a request that no cache answers, ${REQUESTS} requests one after the other; and the rate
limit of an address: burst, then requests per second.

${table(['Route', 'processor ms', ...PROCESSES, 'limit', 'statuses'], lines)}`
}
