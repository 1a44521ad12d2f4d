import { isHigherMinimum } from '#lib/contract/version/minimum-version.ts'
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

/** What a version needs: operating systems (`all` for any) and the lowest version of the application. */
export type Requirements = { systems: readonly string[]; since: string }

/** Whether a project runs on a setup, or which requirement the setup misses. */
export function fitOf(
  { os, version }: Setup,
  { systems, since }: Requirements,
): 'fits' | 'os' | 'version' {
  if (os && !systems.includes(os) && !systems.includes('all')) return 'os'
  return version && isHigherMinimum(since, version) ? 'version' : 'fits'
}

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
    .find(([, since, ...systems]) => since && fitOf(setup, { since, systems }) === 'fits')?.[0]
