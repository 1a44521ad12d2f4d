import { fitOf } from '#lib/contract/version/fits.ts'
import type { VersionNeeds } from '#lib/contract/version/version-needs.ts'

/* Without zod, which would weigh more in the browser than the rest of the page. */

/** The visitor's operating system and version of the designer application; one may be empty. */
export type Setup = { os: string; version: string }

/** Storage key of the setup. */
export const SETUP_KEY = 'setup'
/** Event of `window` when this tab changes the setup. Its detail is the text that is stored, or `null`. */
export const SETUP_EVENT = 'setup-change'

const SYSTEMS = ['macos', 'windows', 'linux', 'other']
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/

/** Parses the two fields of a form or an address; `null` if neither is valid. */
export function parseSetup(os: unknown, version: unknown): Setup | null {
  const setup = {
    os: SYSTEMS.find((system) => system === os) ?? '',
    version: typeof version === 'string' && VERSION.test(version) ? version : '',
  }
  return setup.os || setup.version ? setup : null
}

/** Parses a stored setup, `macos 2.1.0`. */
export function parseStoredSetup(text: string | null): Setup | null {
  const [os, version] = text?.split(' ') ?? []
  return parseSetup(os, version)
}

/** The text that is stored for a setup; `null` for none. */
export const formatSetup = (setup: Setup | null): string | null =>
  setup && `${setup.os} ${setup.version}`

/** Earlier versions as the attribute of a badge: `1.9.0 2.0.0 macos linux;1.8.0 1.0.0 all`. */
export const formatEarlier = (versions: readonly VersionNeeds[] = []): string =>
  versions
    .map((one) => [one.version, one.minimum_version, ...one.operating_systems].join(' '))
    .join(';')

/** The newest of the earlier versions in a badge that runs on a setup; `undefined` if none does. */
export const earlierFor = (setup: Setup, attribute: string): string | undefined =>
  attribute
    .split(';')
    .map((one) => one.split(' '))
    .find(
      ([, since, ...systems]) =>
        since && fitOf({ operating_systems: systems, minimum_version: since }, setup) === 'fits',
    )?.[0]

/** The page that a card leads to: that of the version that fits, where the link does not name one for a filter already. */
export const pageFor = (page: string, version: string | undefined): string =>
  version === undefined || page.includes('?') ? page : `${page}?version=${version}`
