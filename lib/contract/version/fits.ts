import type { OperatingSystem } from '#lib/contract/kind.ts'
import { isHigherMinimum } from './minimum-version.ts'

/* Without a library, as `minimum-version.ts`. */

type Needs = { operating_systems: readonly string[]; minimum_version: string }

/**
 * Whether a project or a version runs on a system with a version of the application, or which of the two it misses. What is left out or
 * empty is no hindrance.
 */
export function fitOf(
  { operating_systems: systems, minimum_version: minimum }: Needs,
  { os, version }: { os?: string | undefined; version?: string | undefined },
): 'fits' | 'os' | 'version' {
  if (os && !systems.includes(os) && !systems.includes('all')) return 'os'
  return version && isHigherMinimum(minimum, version) ? 'version' : 'fits'
}

/** A system, the version of the application there, both or neither, as the filters of lists name them. */
export type FilteredSetup = {
  os?: Exclude<OperatingSystem, 'all'> | undefined
  minimum_version?: string | undefined
}

export const fits = (needs: Needs, { os, minimum_version: version }: FilteredSetup): boolean =>
  fitOf(needs, { os, version }) === 'fits'

/** The newest offered version of a project that runs there; the current one first. `null` if there is none. */
export function fittingVersion<P extends Needs & { version: string }>(
  project: P & { fitting_versions?: (Needs & { version: string })[] | undefined },
  setup: FilteredSetup,
): string | null {
  const offered = [project, ...(project.fitting_versions ?? [])]
  return offered.find((version) => fits(version, setup))?.version ?? null
}
