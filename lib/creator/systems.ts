import type { OperatingSystem } from '#lib/contract/kind.ts'

const ALL: OperatingSystem = 'all'

/** The chosen systems with one more: all platforms and single ones exclude each other. */
export const withSystem = (chosen: readonly string[], added: string): string[] =>
  added === ALL ? [ALL] : [...chosen.filter((system) => system !== ALL), added]

/** Systems of a posted form; where both are checked, what differs from the state before counts. */
export const exclusiveSystems = (posted: readonly string[], before: readonly string[]): string[] =>
  posted.includes(ALL) && posted.length > 1
    ? before.includes(ALL)
      ? posted.filter((system) => system !== ALL)
      : [ALL]
    : [...posted]
