import type { Logger } from 'pino'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { CallName } from '#lib/contract/calls.ts'
import type { Warning } from '#lib/contract/envelope.ts'
import type { SubsystemState } from '#lib/contract/health.ts'
import type { MetricsEndpoint } from '#lib/telemetry/endpoint.ts'
import type { Buckets } from '#lib/limits/buckets.ts'
import type { UploadSlots } from '#lib/limits/upload-slots.ts'
import type { Parts } from './parts.ts'
import type { Backups } from './services/backup/job.ts'
import type { ResolveText } from './services/plugin/dependencies.ts'
import type { GitHub } from './services/plugin/github.ts'
import type { PictureService } from './services/picture/pictures.ts'
import type { Issuer } from './services/publisher/issuers.ts'
import type { ReleaseTimes } from './services/release/job.ts'
import type { Overrides } from './services/setting/settings.ts'
import type { Providers } from './services/provider/ask.ts'

/** What the backend app is built from; tests pass their own. */
export type Dependencies = Parts & {
  /** Pictures scaled to the widths of pages. */
  pictures: PictureService
  /** Authenticates `x-client-address`; without it the header is ignored. */
  internalSecret: string | undefined
  /** Rate limits per address and account. */
  buckets: Buckets
  /** The last known state of the server of `CACHE_URL`, if one is configured. */
  cacheState?: (() => SubsystemState) | undefined
  /** The state of mail (mail/check.ts), and of the space for uploads (storage/check.ts). */
  checkMail: () => Promise<SubsystemState>
  checkDisk: () => Promise<SubsystemState>
  /** Configured identity providers. */
  providers: Providers
  /** Settings that variables of the environment set. */
  overrides: Overrides
  /** Reads text records of name servers; those of the machine by default. */
  resolveText?: ResolveText
  /** GitHub's API, for plugin repositories. */
  github: GitHub
  /** Limits of time of notices and releases, where they differ from the defaults. */
  noticeTimes?: { waitMs: number }
  releaseTimes?: Partial<ReleaseTimes>
  /** Issuers of identity tokens that are accepted. */
  issuers: readonly Issuer[]
  /** Slots for uploads, where they differ from the defaults. */
  uploadSlots?: UploadSlots
  /** The formats of project files that the operator accepts. */
  formats: readonly FileFormat[]
  /** Lifetime of a session token, in ms. */
  accessMs: number
  /** Backups that the backend makes, and the folder where those of commands leave a mark. */
  backups?: Backups | undefined
  dataDir?: string
  /** Whether the process stops and wants no more requests: `/readyz` is 503. */
  isDraining?: () => boolean
  /** Answers `/metrics` (lib/telemetry/endpoint.ts); without it the path does not exist. */
  metrics?: MetricsEndpoint['answer']
}

/** Variables of a request. */
export type AppEnv = {
  Variables: { log: Logger; requestId: string; call?: CallName; warnings?: Warning[] }
}
