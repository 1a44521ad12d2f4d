import { isHigherMinimum } from '#lib/contract/version/minimum-version.ts'
import { compareVersions, isHigher } from '#lib/contract/version/version.ts'
import type { Channel } from '#lib/contract/visibility.ts'
import type { Update, WantedUpdate } from '#lib/contract/update/update.ts'

const DAY_MS = 24 * 3600 * 1000

/** A published version, as far as the choice depends on it. */
export type Candidate = {
  version: string
  channel: Channel
  createdAt: Date
  yankedAt: Date | null
  /** Unknown for versions from before these were stored. */
  minimum: string | null
  systems: readonly string[] | null
}
type Withheld = NonNullable<Update['withheld']>
type Choice<C> = { update: C | null; withheld: Withheld | null }

/** Why a version is not offered; `null` if it is. */
function reasonAgainst(
  { channel, createdAt, minimum, systems }: Candidate,
  wanted: WantedUpdate,
  now: Date,
): Withheld['reason'] | null {
  const { system, application, min_age: days } = wanted
  if (channel === 'prerelease' && wanted.channel === 'stable') return 'channel'
  const runs = !systems || systems.includes('all') || systems.includes(system ?? '')
  if (system !== undefined && !runs) return 'system'
  if (application !== undefined && minimum && isHigherMinimum(minimum, application)) {
    return 'application'
  }
  return now.getTime() - createdAt.getTime() < days * DAY_MS ? 'age' : null
}

/**
 * The highest version above the installed one that is wanted, and the highest of all if that is another one. Withdrawn versions are
 * neither.
 */
export function chooseUpdate<C extends Candidate>(
  installed: string,
  candidates: readonly C[],
  { now, ...wanted }: WantedUpdate & { now: Date },
): Choice<C> {
  const higher = candidates
    .filter(({ version, yankedAt }) => yankedAt === null && isHigher(version, installed))
    .toSorted((a, b) => compareVersions(b.version, a.version))
  const update = higher.find((one) => reasonAgainst(one, wanted, now) === null) ?? null
  // A pre-release that was not asked for is nothing that the installation waits for.
  const newest = higher.find(
    ({ channel }) => channel === 'stable' || wanted.channel === 'prerelease',
  )
  const reason = newest && newest !== update ? reasonAgainst(newest, wanted, now) : null
  return { update, withheld: newest && reason ? { version: newest.version, reason } : null }
}
