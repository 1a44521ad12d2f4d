import type { Logger } from 'pino'
import type { Database } from './db/connect.ts'
import type { Storage } from './storage/storage.ts'

/** What the app is made of; tests pass their own. */
export type Parts = {
  db: Database
  storage: Storage
  log: Logger
  /** The present moment. */
  clock: () => Date
  /** Vouches for `x-client-address`; without it that header counts for nothing. */
  internalSecret: string | undefined
}

/** What each request carries. */
export type AppEnv = {
  Variables: { log: Logger; requestId: string }
}
