import type { Call } from './call.ts'
import { ADMIN_ACCOUNT_CALLS } from '#lib/contract/calls/accounts.ts'
import { ADMIN_CALLS } from '#lib/contract/calls/admin.ts'
import { ACCOUNT_CALLS, HIDDEN_CALLS } from '#lib/contract/calls/account.ts'
import { CATALOGUE_CALLS } from '#lib/contract/calls/catalogue.ts'
import { FILE_CALLS } from '#lib/contract/calls/files.ts'
import { MADE_FILE_CALLS } from '#lib/contract/calls/made-files.ts'
import { MODERATION_CALLS } from '#lib/contract/calls/moderation.ts'
import { PUBLISHER_CALLS, TOKEN_CALLS } from '#lib/contract/calls/programs.ts'
import { PUBLISHING_CALLS } from '#lib/contract/calls/publishing.ts'
import { RELEASE_CALLS } from '#lib/contract/calls/releases.ts'
import { REPORT_CALLS } from '#lib/contract/calls/reports.ts'
import { RESUMABLE_CALLS } from '#lib/contract/calls/resumable.ts'
import { SECURITY_CALLS } from '#lib/contract/calls/security.ts'
import { SIGN_IN_CALLS } from '#lib/contract/calls/sign-in.ts'
import { SYSTEM_CALLS } from '#lib/contract/calls/system.ts'
import { VERSION_FILE_CALLS } from '#lib/contract/calls/version-files.ts'
import { UPDATE_CALLS } from '#lib/contract/calls/updates.ts'

/**
 * The API, by call. Backend, web app, session proxy, rate limits and OpenAPI read this table. The order
 * decides between paths that overlap: the first match wins.
 */
export const CALLS = {
  ...ADMIN_CALLS,
  ...ADMIN_ACCOUNT_CALLS,
  ...MODERATION_CALLS,
  ...SYSTEM_CALLS,
  ...REPORT_CALLS,
  ...MADE_FILE_CALLS,
  ...FILE_CALLS,
  ...RESUMABLE_CALLS,
  ...RELEASE_CALLS,
  ...PUBLISHING_CALLS,
  ...SIGN_IN_CALLS,
  ...ACCOUNT_CALLS,
  ...SECURITY_CALLS,
  ...HIDDEN_CALLS,
  ...TOKEN_CALLS,
  ...PUBLISHER_CALLS,
  ...UPDATE_CALLS,
  ...CATALOGUE_CALLS,
  ...VERSION_FILE_CALLS,
} as const satisfies Record<string, Call>

export type Calls = typeof CALLS
export type CallName = keyof Calls
/** Calls that answer with an envelope. */
export type JsonCallName = {
  [N in CallName]: Calls[N] extends { mediaType: string } ? never : N
}[CallName]

/** A call with its name. */
export type NamedCall = { name: CallName; call: Call }

const isCallName = (name: string): name is CallName => Object.hasOwn(CALLS, name)

export const NAMED_CALLS: readonly NamedCall[] = Object.entries<Call>(CALLS).flatMap(
  ([name, call]) => (isCallName(name) ? [{ name, call }] : []),
)
