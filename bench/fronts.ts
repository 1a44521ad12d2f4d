import { LOCALES } from '#lib/contract/locale.ts'
import { localePath } from '#lib/i18n/path.ts'
import { paths } from '#lib/paths.ts'
import { canStartCluster, type Cluster, startCluster } from '#tests/support/engines/cluster.ts'
import { createVisitor } from '#tests/support/engines/visitor.ts'
import { load } from './load.ts'
import { processorMs } from './processor.ts'
import { circumstances, percentile } from './report.ts'
import { median, ROUNDS, type Section, spread, table } from './section.ts'

const CONNECTIONS = 30
const SECONDS = 3
/** Pages that are rendered for one measurement, and how many at once. */
const RENDERED = 80
const AT_ONCE = 8

type Place = { name: string; processes: 1 | 2; hasVarnish: boolean; isDirect?: boolean }
const PLACES: Place[] = [
  { name: 'one process, without nginx', processes: 1, hasVarnish: false, isDirect: true },
  { name: 'one process', processes: 1, hasVarnish: false },
  { name: 'two processes', processes: 2, hasVarnish: false },
  { name: 'two processes and Varnish', processes: 2, hasVarnish: true },
]
type Held = { rate: number; p99: number; ms: number; errors: number }
type Fresh = { rate: number; p99: number; ms: number }
type Row = { place: Place; held: Held[]; fresh: Fresh[] }

/**
 * A page that is held and pages that are not cached, on one web process and one backend, on two of each, and with a
 * cache in front; behind nginx with TLS, on PostgreSQL and Redis.
 * @returns `undefined` where one of the engines is not installed.
 */
export async function benchFronts(): Promise<Section | undefined> {
  if (!canStartCluster()) return undefined
  const rows: Row[] = []
  for (const place of PLACES) rows.push(await measure(place))
  const [first] = rows
  if (!first) throw new Error('No measurement.')
  const rateOf = (runs: { rate: number }[]) => median(runs.map(({ rate }) => rate))
  const lines = rows.map(({ place, held, fresh }) => [
    place.name,
    rateOf(held).toFixed(0),
    (rateOf(held) / rateOf(first.held)).toFixed(2),
    median(held.map(({ p99 }) => p99)).toFixed(1),
    spread(
      held.map(({ ms }) => ms),
      3,
    ),
    rateOf(fresh).toFixed(1),
    (rateOf(fresh) / rateOf(first.fresh)).toFixed(2),
    median(fresh.map(({ p99 }) => p99)).toFixed(0),
    spread(
      fresh.map(({ ms }) => ms),
      0,
    ),
    String(held.reduce((sum, { errors }) => sum + errors, 0)),
  ])
  const head = [
    'Site',
    'held pages/s',
    'to the first',
    'p99 ms',
    'processor ms',
    'new pages/s',
    'to the first',
    'p99 ms',
    'processor ms',
    'errors',
  ]
  return {
    text: `## One process, two, and a cache in front

Measured by \`npm run bench\` on ${circumstances()}, with the files in \`deploy/\`, TLS,
PostgreSQL and Redis, everything on this machine: its processors, the load included, are the limit of each row. Held: the list of
icon packs, ${CONNECTIONS} connections, ${ROUNDS} × ${SECONDS} s. New: searches that are not cached, ${AT_ONCE} at a time.
Processor time of all processes of the site per page: medians, with the least and the greatest.

${table(head, lines)}`,
  }
}

async function measure(place: Place): Promise<Row> {
  const { processes, hasVarnish, isDirect } = place
  const variables = { RATE_FACTOR: '1000000' }
  const cluster = await startCluster({ processes, hasVarnish, variables, takesAnyName: true })
  const visitor = createVisitor(cluster.nginx, AT_ONCE)
  const [web = ''] = cluster.webs
  const get = async (page: string) => {
    const begun = performance.now()
    const status = isDirect
      ? (await fetch(`${web}${page}`).then(async (one) => (await one.arrayBuffer(), one))).status
      : (await visitor.ask({ path: page })).status
    if (status !== 200) throw new Error(`${page} answers ${status}.`)
    return performance.now() - begun
  }
  const row: Row = { place, held: [], fresh: [] }
  try {
    const target = {
      base: isDirect ? web : `https://127.0.0.1:${cluster.nginx.https}`,
      host: cluster.nginx.host,
      paths: [paths.list('icon')],
      connections: CONNECTIONS,
    }
    await load({ ...target, seconds: 1 })
    for (let round = 0; round < ROUNDS; round += 1) {
      const [held, heldMs] = await timed(cluster, () => load({ ...target, seconds: SECONDS }))
      row.held.push({ ...held, ms: heldMs / held.requests })
      const begun = performance.now()
      const [times, freshMs] = await timed(cluster, () => renderAll(get, round))
      const rate = RENDERED / ((performance.now() - begun) / 1000)
      row.fresh.push({ rate, p99: percentile(times, 0.99), ms: freshMs / RENDERED })
      console.log(`${place.name}: ${held.rate.toFixed(0)} held/s, ${rate.toFixed(1)} new/s`)
    }
  } finally {
    visitor.close()
    await cluster.stop()
  }
  return row
}

/** Different in each round. @returns times in ms, sorted. */
async function renderAll(get: (page: string) => Promise<number>, round: number) {
  const addresses = Array.from({ length: RENDERED }, (_, at) =>
    localePath(
      LOCALES[at % LOCALES.length] ?? 'en',
      paths.search({ q: `${['sun', 'rain', 'note', 'cut'][at % 4]} ${round * RENDERED + at}` }),
    ),
  )
  const queue = addresses.values()
  const times: number[] = []
  const client = async () => {
    for (const address of queue) times.push(await get(address))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return times.toSorted((a, b) => a - b)
}

async function timed<T>({ pids }: Cluster, work: () => Promise<T>): Promise<[T, number]> {
  const sum = () => pids().reduce((total, pid) => total + processorMs(pid), 0)
  const before = sum()
  const result = await work()
  return [result, sum() - before]
}
