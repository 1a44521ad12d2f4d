import type { Logger } from 'pino'
import type { PartState } from '#lib/contract/health.ts'
import type { FaultLog } from '#lib/log/faults.ts'
import type { Buckets } from '#lib/limits/buckets.ts'
import type { Pool } from '#lib/worker/pool.ts'
import type { Database } from './db/connect.ts'
import type { Sender } from './mail/sender.ts'
import type { Limits } from './services/limit/limits.ts'
import type { GitHub } from './services/plugin/github.ts'
import type { Pictures } from './services/picture/pictures.ts'
import type { Providers } from './services/provider/ask.ts'
import type { Storage } from './storage/storage.ts'

/** What the app is made of; tests pass their own. */
export type Parts = {
  db: Database
  storage: Storage
  /** Processes for work on input of strangers. */
  workers: Pool
  /** Pictures in the widths that pages show. */
  pictures: Pictures
  /** The queue of work that is done later. */
  jobs: { wake: () => void }
  log: Logger
  /** Failures of the database, the disk, mail and GitHub: each cause is logged once. */
  faults: FaultLog
  /** The present moment. */
  clock: () => Date
  /** Vouches for `x-client-address`; without it that header counts for nothing. */
  internalSecret: string | undefined
  limits: Limits
  /** What each address and account may ask for, in the memory of this process. */
  buckets: Buckets
  /** Brings messages to people. */
  send: Sender
  /** Whether messages can be sent, as far as is known; nobody waits for it. */
  checkMail: () => PartState
  /** Who else may say who somebody is, where the operator has set that up. */
  providers: Providers
  /** What the site is called and where it is found, for messages and providers. */
  site: { name: string; url: string; supportEmail: string }
  /** Where plugins' repositories are looked at. */
  github: GitHub
  /** A project's file has at most this many bytes. */
  uploadMaxBytes: number
  /** All files of an account together have at most this many bytes. */
  accountQuotaBytes: number
  /** A token opens calls for so long, in ms. */
  accessMs: number
}

/** What each request carries. */
export type AppEnv = {
  Variables: { log: Logger; requestId: string }
}
