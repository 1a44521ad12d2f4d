import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { residentMb } from '#bench/processor.ts'
import { percentile } from '#bench/report.ts'
import { freePort } from '#scripts/stack/free-port.ts'
import { figure } from '#tests/support/figure.ts'
import { type Cluster, canStartCluster, startCluster } from '#tests/support/engines/cluster.ts'
import { liveHeapMb } from '#tests/support/live-heap.ts'
import { examine } from './doctor.ts'
import { type LoadFailure, type FaultLoad, startLoad } from './load.ts'
import { sendSignal } from '#tests/support/processes.ts'

/** `SOAK_MINUTES=6` for a short try; memory is judged at the full length only. */
const FULL = 30
const MINUTES = z.coerce
  .number()
  .int()
  .min(3)
  .max(FULL)
  .default(FULL)
  .parse(process.env['SOAK_MINUTES'])
const CONNECTIONS = 16
const PER_SECOND = 20
const SHARES = { read: 0.9, write: 0.08, upload: 0.02 }
/** A process that is killed breaks its requests; after that its successor has this long, in seconds. */
const HEALS_WITHIN_S = 5
const HEAP_FACTOR_MAX = 1.05
/** Descriptors come and go with connections. */
const DESCRIPTORS_MORE_MAX = CONNECTIONS * 2

/** Not replaced after the first fault: their memory is compared. */
const STEADY = ['web 2', 'backend 1'] as const

test.skip(!canStartCluster(), 'PostgreSQL, Redis, nginx or Varnish is not installed.')
test.setTimeout((MINUTES + 10) * 60_000)

type Fault = {
  what: string
  /** How many requests may fail while it lasts and `HEALS_WITHIN_S` after it. */
  atMost: number
  make: (cluster: Cluster) => Promise<unknown>
}
const kill = (name: string) => async (cluster: Cluster) => {
  sendSignal(cluster.pid(name), 'SIGKILL')
}
/** One every sixth of the time. */
const FAULTS: Fault[] = [
  {
    what: 'every process replaced in turn',
    atMost: 0,
    make: async (cluster) => {
      for (const name of cluster.names) await cluster.restart(name)
    },
  },
  // Those that it was working on.
  { what: 'a web process killed', atMost: CONNECTIONS, make: kill('web 1') },
  {
    what: 'Redis gone for half a minute',
    atMost: 0,
    make: async ({ redis }) => {
      await redis.stop()
      await sleep(30_000)
      await redis.start()
    },
  },
  {
    what: 'PostgreSQL restarted',
    atMost: HEALS_WITHIN_S * PER_SECOND,
    make: ({ postgres }) => postgres.restart(),
  },
  { what: 'a backend killed', atMost: CONNECTIONS, make: kill('backend 2') },
]

let cluster: Cluster
let load: FaultLoad
const inspectors = new Map<string, number>()
test.beforeAll(async () => {
  for (const name of STEADY) inspectors.set(name, await freePort())
  cluster = await startCluster({
    variables: { RATE_FACTOR: '1000000', DRAIN_SECONDS: '3', ACCOUNT_QUOTA_MB: '10000' },
    variablesOf: (name): Record<string, string> => {
      const port = inspectors.get(name)
      // Where the inspector listens once a process gets SIGUSR1.
      return port === undefined ? {} : { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` }
    },
  })
  load = await startLoad(cluster, CONNECTIONS)
})
test.afterAll(async () => {
  load?.close()
  await cluster?.stop()
})

type Sample = { heap: number; descriptors: number; resident: number }
async function sample(name: string): Promise<Sample> {
  const pid = cluster.pid(name)
  sendSignal(pid, 'SIGUSR1')
  const port = inspectors.get(name) ?? 0
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/json/list`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
  return {
    heap: await liveHeapMb(port),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    resident: residentMb(pid).now,
  }
}
const sampleAll = async () =>
  new Map(await Promise.all(STEADY.map(async (name) => [name, await sample(name)] as const)))

const isIn = ({ at }: LoadFailure, [from, to]: readonly [number, number]) => at >= from && at <= to

test(`${MINUTES} minutes of reads, writes and uploads with a fault every ${MINUTES / 6} minutes`, async () => {
  const part = (MINUTES * 60) / 6
  await load.warmUp()
  let isOver = false
  const running = load.run({ shares: SHARES, perSecond: PER_SECOND, isOver: () => isOver })
  const untilSecond = async (second: number) => {
    await sleep(Math.max(0, (second - load.now()) * 1000))
  }
  const begun = load.now()
  const windows: { fault: Fault; window: [number, number] }[] = []
  let before = new Map<string, Sample>()
  try {
    for (const [at, fault] of FAULTS.entries()) {
      await untilSecond(begun + part * (at + 1))
      // At a third of the time, ahead of the second fault.
      if (at === 1) before = await sampleAll()
      const from = load.now()
      await fault.make(cluster)
      windows.push({ fault, window: [from, load.now() + HEALS_WITHIN_S] })
      console.log(`${fault.what}: ${load.sent()} requests, ${load.failures.length} failed`)
    }
    await untilSecond(begun + part * 6)
  } finally {
    isOver = true
    await running
  }
  const after = await sampleAll()

  const excused = windows.filter(({ fault }) => fault.atMost > 0)
  const unexpected = load.failures.filter(
    (failure) => !excused.some(({ window }) => isIn(failure, window)),
  )
  for (const { fault, window } of windows) {
    const failed = load.failures.filter((failure) => isIn(failure, window))
    for (const failure of failed.slice(0, 10)) console.log(fault.what, failure)
    figure(`requests that failed: ${fault.what}`, failed.length, `≤ ${fault.atMost}`)
    expect.soft(failed.length, fault.what).toBeLessThanOrEqual(fault.atMost)
  }
  const { read, write, upload } = load.counts
  figure('minutes', MINUTES)
  figure('requests (reads, writes, uploads)', `${read}, ${write}, ${upload}`)
  figure('unexpected failures', unexpected.length, '0')
  const times = load.times.toSorted((a, b) => a - b)
  figure(
    'answers, p50 and p99',
    [0.5, 0.99].map((share) => `${percentile(times, share).toFixed(0)} ms`).join(', '),
  )
  for (const name of STEADY) {
    const [from, to] = [before.get(name), after.get(name)]
    if (!from || !to) throw new Error(`no samples of ${name}`)
    figure(
      `live heap of ${name} at a third and at the end, MB`,
      `${from.heap.toFixed(1)}, ${to.heap.toFixed(1)}`,
      `× ${HEAP_FACTOR_MAX}`,
    )
    figure(
      `descriptors of ${name}`,
      `${from.descriptors}, ${to.descriptors}`,
      `+ ${DESCRIPTORS_MORE_MAX}`,
    )
    figure(`resident memory of ${name}, MB`, `${from.resident}, ${to.resident}`)
    expect.soft(to.descriptors - from.descriptors).toBeLessThanOrEqual(DESCRIPTORS_MORE_MAX)
    if (MINUTES === FULL) {
      expect.soft(to.heap / from.heap, `heap of ${name}`).toBeLessThanOrEqual(HEAP_FACTOR_MAX)
    }
  }
  expect.soft(unexpected.slice(0, 5)).toEqual([])
  const doctor = await examine({
    port: Number(new URL(cluster.webs[0] ?? '').port),
    backendUrl: cluster.backends[0] ?? '',
    databaseUrl: cluster.postgres.url,
    dataDir: cluster.dataDir,
    internalSecret: cluster.internalSecret,
  })
  expect.soft(doctor.code, doctor.said).toBe(0)
  figure('problems that the doctor finds', doctor.code === 0 ? 0 : 'some', '0')
})
