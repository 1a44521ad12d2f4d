import { type Kind, kindOfPath } from '#lib/contract/kind.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { idSchema } from '#lib/contract/project.ts'
import { usageError } from './exit.ts'
import { parseSite } from './site.ts'

/** A project by the address of its page, or by its id. */
export type ProjectAddress = { id: string; kind: Kind | null; origin: URL | null }

/** What names a project. */
export const ACCEPTED_PROJECTS =
  'the address of its page, such as https://example.com/en/home/iconpack/detail/ID, or its id'

const PAGE = new RegExp(
  `^(?:/(?:${LOCALES.join('|')}))?/home/(?<path>[a-z]+)/detail/(?<id>[^/]+)/?$`,
  'i',
)

/** What a path alone is read against. */
const NOWHERE = 'https://site.invalid'

/**
 * Reads the id of a project, or the address of its page in any language: with or without scheme, query and fragment, or the path alone.
 * @returns null for anything else.
 */
export function readProjectAddress(
  given: string,
): (Omit<ProjectAddress, 'origin'> & { site: string | null }) | null {
  const text = given.trim()
  if (idSchema.safeParse(text).success) return { id: text, kind: null, site: null }
  const isPath = text.startsWith('/')
  const url = URL.parse(isPath || /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`, NOWHERE)
  const { path = '', id = '' } = PAGE.exec(url?.pathname ?? '')?.groups ?? {}
  const kind = kindOfPath(path.toLowerCase())
  if (!url || kind === undefined || !idSchema.safeParse(id).success) return null
  return { id, kind, site: isPath ? null : url.origin }
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
