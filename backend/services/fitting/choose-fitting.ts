import { OS_FILTERS } from '#lib/contract/list.ts'
import { isHigherMinimum, versionParts } from '#lib/contract/version/minimum-version.ts'
import type { FittingMinimums } from '#backend/db/tables.ts'
import { FITTING_VERSIONS_MAX, type VersionNeeds } from '#lib/contract/version/version-needs.ts'

const systemsOf = ({ operating_systems: systems }: VersionNeeds) =>
  OS_FILTERS.filter((system) => systems.includes('all') || systems.includes(system))

/**
 * The versions that run where `current` does not: for each system those with a lower minimum version than every newer one. Of more than
 * `FITTING_VERSIONS_MAX` the one with the lowest minimum version stays for each system, and the newest of the others.
 * @param offered the other versions that are offered, the newest first.
 * @returns the newest first.
 */
export function chooseFitting(current: VersionNeeds, offered: VersionNeeds[]): VersionNeeds[] {
  const lowest = new Map(systemsOf(current).map((system) => [system, current]))
  const fitting: VersionNeeds[] = []
  for (const version of offered) {
    const gained = systemsOf(version).filter((system) => {
      const known = lowest.get(system)
      return !known || isHigherMinimum(known.minimum_version, version.minimum_version)
    })
    for (const system of gained) lowest.set(system, version)
    if (gained.length > 0) fitting.push(version)
  }
  const kept = new Set([...lowest.values(), ...fitting].filter((one) => fitting.includes(one)))
  const shown = new Set([...kept].slice(0, FITTING_VERSIONS_MAX))
  return fitting.filter((version) => shown.has(version))
}

/** What filters read in place of these versions; `null` without any. */
export function minimumsOf(fitting: VersionNeeds[]): FittingMinimums | null {
  if (fitting.length === 0) return null
  const lowestOf = (versions: VersionNeeds[]) =>
    versions
      .map(({ minimum_version }) => minimum_version)
      .reduce((a, b) => (isHigherMinimum(a, b) ? b : a))
  const minimums: FittingMinimums = { any: versionParts(lowestOf(fitting)) }
  for (const system of OS_FILTERS) {
    const running = fitting.filter((version) => systemsOf(version).includes(system))
    if (running.length > 0) minimums[system] = versionParts(lowestOf(running))
  }
  return minimums
}
