import type { Buckets } from './buckets.ts'
import { networksOf } from './networks.ts'

/** For whom work in worker processes is done. There is none without: `Pool.run` takes it first (lib/worker/pool.ts). */
export type Payer = {
  /** Payers take turns (turns.ts): a person, a network, an account's jobs, or work of the site itself. */
  name: string
  /** Takes the processor time of each task, in ms, when it has ended. Without it the caller charges what the task reports. */
  charge?: (cpuMs: number) => void
}

/** The network of an address: the widest one, since a customer has all networks of a /48. */
export const networkPayer = (address: string, buckets: Pick<Buckets, 'charge'>): Payer => ({
  name: `network ${networksOf(address).at(-1)?.name ?? ''}`,
  charge: (ms) => buckets.charge(address, ms),
})
