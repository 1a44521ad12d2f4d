import { systemOf } from '#lib/contract/file/plugin-package.ts'
import type { ValidFile } from './check-file.ts'

/** Fields of a publication, by their names in the contract. */
export type ProposedFields = Record<string, unknown>

/** What the form proposes for a file that does not say it. */
const INITIAL = { version: '1.0.0', minimum_version: '1.0.0' }

/** What the form proposes too: of the file, version and oldest application always, the rest for a new project. */
export function defaultsOf(
  valid: ValidFile | null,
  packages: ValidFile[],
  project: string | null,
): ProposedFields {
  if (packages.length > 0) return packageDefaults(packages, project)
  if (!valid?.container) return {}
  const systems = { operating_systems: ['all'] }
  const { summary } = valid.container
  if (!summary) return project === null ? { ...INITIAL, ...systems } : {}
  const { title, version, minimumVersion, license } = summary
  if (project !== null) return { version, minimum_version: minimumVersion }
  const known = license === 'NOASSERTION' ? {} : { license }
  return { title, version, minimum_version: minimumVersion, ...systems, ...known }
}

function packageDefaults(packages: ValidFile[], project: string | null): ProposedFields {
  const plugins = packages.flatMap(({ plugin }) => plugin ?? [])
  const [{ version, manifest } = { version: null, manifest: null }] = plugins
  if (project !== null) return withoutUndefined({ version: version ?? undefined })
  return withoutUndefined({
    version: version ?? INITIAL.version,
    minimum_version: manifest?.minimumVersion ?? INITIAL.minimum_version,
    title: manifest?.title,
    operating_systems: [...new Set(plugins.map(({ platform }) => systemOf(platform).system))],
  })
}

export const withoutUndefined = (fields: ProposedFields): ProposedFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
