import { fitOf } from '#lib/contract/version/fits.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'

/* Without zod, which would weigh more in the browser than the rest of the page. */

/** The visitor's operating system and version of the designer application; one may be empty. */
export type VisitorSetup = { os: string; version: string }

/** Storage key of the setup. */
export const SETUP_KEY = 'setup'
/** Event of `window` when this tab changes the setup. Its detail is the text that is stored, or `null`. */
export const SETUP_EVENT = 'setup-change'

const SYSTEMS = ['macos', 'windows', 'linux', 'other']
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

/** Parses the two fields of a form or an address; `null` if neither is valid. */
export function parseSetup(os: unknown, version: unknown): VisitorSetup | null {
  const setup = {
    os: SYSTEMS.find((system) => system === os) ?? '',
    version: typeof version === 'string' && VERSION.test(version) ? version : '',
  }
  return setup.os || setup.version ? setup : null
}

/** Parses a stored setup, `macos 2.1.0`. */
export function parseStoredSetup(text: string | null): VisitorSetup | null {
  const [os, version] = text?.split(' ') ?? []
  return parseSetup(os, version)
}

/** The text that is stored for a setup; `null` for none. */
export const formatSetup = (setup: VisitorSetup | null): string | null =>
  setup && `${setup.os} ${setup.version}`

/** Earlier versions as the attribute of a badge: `1.9.0 2.0.0 macos linux;1.8.0 1.0.0 all`. */
export const formatEarlier = (versions: readonly VersionNeeds[] = []): string =>
  versions
    .map((one) => [one.version, one.minimum_version, ...one.operating_systems].join(' '))
    .join(';')

/** The attributes of a badge (fit-badge.tsx). */
type Badge = { systems?: string; since?: string; earlier?: string }
/** Whether the current version of a project runs on a setup, the newest of the earlier ones that does, or what the current one misses. */
type Fit =
  | { fit: ReturnType<typeof fitOf>; earlier?: undefined }
  | { fit: 'earlier'; earlier: string }

/** What a badge shows for a setup. */
export function fitOfBadge(
  setup: VisitorSetup,
  { systems = '', since = '', earlier = '' }: Badge,
): Fit {
  const fit = fitOf({ operating_systems: systems.split(' '), minimum_version: since }, setup)
  if (fit === 'fits') return { fit }
  for (const one of earlier.split(';')) {
    const [version, minimum, ...others] = one.split(' ')
    const needs = minimum && { operating_systems: others, minimum_version: minimum }
    if (version && needs && fitOf(needs, setup) === 'fits') {
      return { fit: 'earlier', earlier: version }
    }
  }
  return { fit }
}

/** The page that a card leads to: that of the version that fits, where the link does not name one for a filter already. */
export const pageFor = (page: string, version: string | undefined): string =>
  version === undefined || page.includes('?') ? page : `${page}?version=${version}`
