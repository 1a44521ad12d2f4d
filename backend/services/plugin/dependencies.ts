import type { FailureLog } from '#lib/log/failures.ts'
import type { Database } from '#backend/db/connect.ts'
import type { Site } from '#backend/mail/address.ts'
import type { Sender } from '#backend/mail/sender.ts'
import type { Providers } from '#backend/services/provider/ask.ts'
import type { Storage } from '#backend/storage/storage.ts'
import type { GitHub } from './github.ts'

export type ResolveText = (name: string) => Promise<string[][]>

/** What publishing and transferring plugins needs of the backend's dependencies. */
export type PluginDependencies = {
  db: Database
  storage: Storage
  github: GitHub
  providers: Providers
  send: Sender
  failures: FailureLog
  site: Site
  /** Reads text records of name servers; those of the machine by default. */
  resolveText?: ResolveText
}
