import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { figure, seconds } from '#tests/support/figure.ts'
import { type Cluster, canStartCluster, startCluster } from '#tests/support/engines/cluster.ts'
import { type FaultLoad, startLoad } from './load.ts'
import { timeUntil } from './site.ts'

/** Requests of which none may be lost. */
const REQUESTS = z.coerce.number().int().positive().default(50_000).parse(process.env['REQUESTS'])
const CONNECTIONS = 16
const ROUNDS = 4
/** Each write drops the pages that show the project; with more of them the load would be that of rendering. */
const SHARES = { read: 0.998, write: 0.001, upload: 0.001 }

test.skip(!canStartCluster(), 'PostgreSQL, Redis, nginx or Varnish is not installed.')

let cluster: Cluster
let load: FaultLoad
test.beforeAll(async () => {
  const variables = { RATE_FACTOR: '1000000', DRAIN_SECONDS: '3', ACCOUNT_QUOTA_MB: '10000' }
  cluster = await startCluster({ variables })
  load = await startLoad(cluster, CONNECTIONS)
})
test.afterAll(async () => {
  load?.close()
  await cluster?.stop()
})

test(`every process is replaced in turn while ${REQUESTS} requests are sent, and none is lost`, async () => {
  let isRolling = true
  const running = load.run({
    shares: SHARES,
    isOver: () => !isRolling && load.sent() >= REQUESTS,
  })
  const roll = async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const name of cluster.names) {
        const before = cluster.pid(name)
        await cluster.restart(name)
        expect(cluster.pid(name)).not.toBe(before)
      }
      console.log(`round ${round}: ${load.sent()} requests, ${load.failures.length} lost`)
      // Caches fill again, as between two releases.
      await timeUntil(async () => load.sent() >= (REQUESTS * round) / ROUNDS)
    }
  }
  await roll().finally(() => {
    isRolling = false
  })
  await running
  expect(load.failures).toEqual([])
  expect(cluster.exits).toEqual([])
  const { read, write, upload } = load.counts
  figure('requests (reads, writes, uploads)', `${read}, ${write}, ${upload}`)
  figure('processes replaced', ROUNDS * cluster.names.length)
  figure('requests lost or answered with an error', load.failures.length, '0')
  const slowest = Math.max(...load.times.slice(-REQUESTS))
  figure('the slowest answer', seconds(slowest))
})
