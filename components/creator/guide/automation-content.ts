import type { Messages } from 'next-intl'
import type { Details } from '#lib/contract/envelope.ts'
import type { RELEASE_REASONS } from '#lib/creator/repository-error.ts'

/* What the page about publishing by programs lists: keys of messages. */

type Releases = Messages['publish']['automation']['releases']

export const RELEASE_NEEDS = [
  'tag',
  'packages',
  'manifest',
  'proof',
] as const satisfies readonly (keyof Releases['need'])[]

/** Why a notice comes to nothing, in the order in which the site checks. */
export const NOTICES = [
  'notice_unsigned',
  'notice_forged',
  'notice_foreign',
  'notice_expired',
  'notice_replayed',
  'release_refused',
] as const satisfies readonly (keyof Releases['notice'])[]

type Reason = Extract<(typeof RELEASE_REASONS)[number], keyof Releases['fix']>

/** Reasons for not publishing a release that its author can correct, with values for the message of each. */
export const REFUSALS: readonly (readonly [Reason, Details])[] = [
  ['no_release', {}],
  ['bad_version', { version: 'nightly' }],
  ['owner_unproved', {}],
  ['repository_transferred', {}],
  [
    'package_mismatch',
    { field: 'version', name: 'plums.flexplugin', found: '1.1.0', expected: '1.2.0' },
  ],
  ['asset_changed', { name: 'plums.flexplugin' }],
]
