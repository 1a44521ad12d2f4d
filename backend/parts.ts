import type { Logger } from 'pino'
import type { FailureLog } from '#lib/log/failures.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from './db/connect.ts'
import type { SenderSite } from './mail/address.ts'
import type { Sender } from './mail/sender.ts'
import type { RateLimits } from './services/limit/limits.ts'
import type { Storage } from './storage/storage.ts'

/** What several services are given; each takes of it what it uses. */
export type Parts = {
  db: Database
  storage: Storage
  /** Worker processes for untrusted input. */
  workers: Pool
  /** Quota of all files in other colours together, in bytes. */
  variantsMaxBytes: number
  /** The job queue. */
  jobs: { wake: () => void }
  log: Logger
  /** Log of subsystem failures, one line per cause. */
  failures: FailureLog
  /** The current time. */
  clock: () => Date
  limits: RateLimits
  /** Sends e-mail. */
  send: Sender
  /** Name and address of the site, for e-mail and providers. */
  site: SenderSite
  /** Largest project file, in bytes. */
  uploadMaxBytes: number
  /** Storage quota of an account, in bytes. */
  accountQuota: () => number
}
