import type { ErrorCode } from '#lib/contract/error-code.ts'
import { REPOSITORY_ERRORS as READ_ERRORS } from '#lib/contract/repository.ts'
import type { Details } from '#lib/contract/envelope.ts'
import type { ErrorMessage, WarningMessage } from './messages.ts'

/** Why a repository cannot be published as a plugin, or cannot be read. */
export const REPOSITORY_ERRORS = [
  ...READ_ERRORS,
  'plugin_taken',
  'plugin_id_claimed',
  'other_plugin',
  'repository_replaced',
  'repository_transferred',
] as const satisfies readonly (ErrorCode & ErrorMessage)[]

/** Why a release was not published. */
export const RELEASE_REASONS = [
  ...REPOSITORY_ERRORS,
  'no_release',
  // Of deliveries from before pre-releases were read.
  'prerelease',
  'release_draft',
  'owner_unproved',
  'asset_changed',
  'asset_unreachable',
  'too_many_packages',
  'held',
  'hidden',
  'package_mismatch',
  'version_discarded',
  'package_unproved',
  'version_not_higher',
  'bad_archive',
  'wrong_type',
  'too_large',
  'quota_full',
  'disk_full',
  'busy',
  'internal',
] as const satisfies readonly (ErrorCode & ErrorMessage)[]

/** Findings about a repository that do not prevent its publication. */
export const REPOSITORY_WARNINGS = [
  'renamed',
  'archived',
  'release_differs',
  'only_tag',
  'no_release',
  'no_package',
  'tag_unread',
  'zeros_left_out',
  'same_number',
] as const satisfies readonly WarningMessage[]

const MINUTE_MS = 60_000

/** Every placeholder of the messages: a server may leave out what it should name. */
const PLACEHOLDERS = {
  owner: '',
  field: '',
  version: '',
  versions: '',
  name: '',
  tag: '',
  other: '',
  read: '',
  found: '',
  expected: '',
  endings: '',
  domain: 'none',
  record: '',
}

/** Values for the messages of repository errors; `retry_at` becomes `time`, such as `in 12 minutes`. */
export function toMessageValues(details: Details, locale: string, now: Date) {
  const retryAt = Date.parse(String(details['retry_at'] ?? ''))
  const wait = Number.isNaN(retryAt) ? MINUTE_MS : retryAt - now.getTime()
  return { ...PLACEHOLDERS, ...details, time: formatWait(wait, locale) }
}

/** In minutes, or in hours from 90 minutes on; at least one minute. */
function formatWait(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale)
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  return minutes < 90
    ? format.format(minutes, 'minute')
    : format.format(Math.ceil(minutes / 60), 'hour')
}
