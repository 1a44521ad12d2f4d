import { versionSchema } from '#lib/contract/version/version-schema.ts'

/*
 * The version in the query of a project's page. The middleware moves it into the path, as it does with the view of a list
 * (docs/decisions/0008-cache-list-views-under-internal-paths.md).
 */

const NAME = 'version'
/** In place of everything that is no version: one address for all of it, which is 404. */
const NONE = '-'

/** The version that a query asks for; `null` without one, `-` for what is none. Of repeated ones the first counts. */
export function wantedVersion(query: URLSearchParams): string | null {
  const given = query.get(NAME)
  if (given === null || given === '') return null
  return versionSchema.safeParse(given).data ?? NONE
}

/** Removes an empty version, which changes nothing. */
export function removeEmptyVersion(query: URLSearchParams): void {
  if (query.get(NAME) === '') query.delete(NAME)
}

/**
 * The query of the canonical address of a project's page: `?version=1.0.0`, or `''`. `null` for an empty version: the middleware redirects
 * then.
 */
export function canonicalVersion(query: string): string | null {
  const given = new URLSearchParams(query)
  if (given.get(NAME) === '') return null
  const version = wantedVersion(given)
  return version === null ? '' : `?${NAME}=${version}`
}
