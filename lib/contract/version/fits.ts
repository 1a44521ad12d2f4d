import type { OperatingSystem } from '#lib/contract/kind.ts'
import { isHigherMinimum } from './minimum-version.ts'

/* Without a library, as `minimum-version.ts`. */

type Needs = { operating_systems: readonly OperatingSystem[]; minimum_version: string }

/** A system, the version of the application there, both or neither, as the filters of lists name them. */
export type Setup = {
  os?: Exclude<OperatingSystem, 'all'> | undefined
  minimum_version?: string | undefined
}

/** Whether a project or a version runs there. What the setup leaves out is no hindrance. */
export function fits(
  { operating_systems: systems, minimum_version: minimum }: Needs,
  { os, minimum_version: application }: Setup,
): boolean {
  const runs = os === undefined || systems.includes(os) || systems.includes('all')
  return runs && (application === undefined || !isHigherMinimum(minimum, application))
}

/** The newest offered version of a project that runs there; the current one first. `null` if there is none. */
export function fittingVersion<P extends Needs & { version: string }>(
  project: P & { fitting_versions?: (Needs & { version: string })[] | undefined },
  setup: Setup,
): string | null {
  const offered = [project, ...(project.fitting_versions ?? [])]
  return offered.find((version) => fits(version, setup))?.version ?? null
}
