import { projectOfAddress } from '#lib/contract/input/project-address.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { idSchema } from '#lib/contract/project.ts'
import { usageError } from './exit.ts'
import { parseSite } from './site.ts'

/** A project by the address of its page, or by its id. */
export type ProjectAddress = { id: string; kind: Kind | null; origin: URL | null }

/** What names a project. */
export const ACCEPTED_PROJECTS =
  'the address of its page, such as https://example.com/en/home/iconpack/detail/ID, or its id'

/** Reads the id of a project, or an address of it (`projectOfAddress`). @returns null for anything else. */
export function readProjectAddress(given: string) {
  const { data: id } = idSchema.safeParse(given.trim())
  return id === undefined ? projectOfAddress(given) : { id, kind: null, site: null }
}

/** @throws CliError `usage` for what `readProjectAddress` does not read, and for a site that is none. */
export function parseProjectAddress(given: string): ProjectAddress {
  const read = readProjectAddress(given)
  if (read === null) throw usageError(`“${given}” names no project: give ${ACCEPTED_PROJECTS}.`)
  const { id, kind, site } = read
  return { id, kind, origin: site === null ? null : parseSite(site, 'The site of the address') }
}

/**
 * The project that is changed: by its id, or by an address of the site that the command publishes to.
 * @param site null where none is named.
 * @throws CliError `usage` for the address of another site: the token is for the named one alone.
 */
export function projectOn(given: string, site: URL | null): Pick<ProjectAddress, 'id' | 'kind'> {
  const { id, kind, origin } = parseProjectAddress(given)
  if (origin === null || site === null || origin.origin === site.origin) return { id, kind }
  throw usageError(
    `The project is at ${origin.origin}, and the site is ${site.origin}: name it with --site.`,
  )
}
