import type { Details, Reason } from '#lib/contract/envelope.ts'

/** Why a repository is no plugin, or cannot be looked at. */
export const REPOSITORY_FAULTS = [
  'no_repository',
  'private_repository',
  'blocked_repository',
  'empty_repository',
  'other_owner',
  'no_manifest',
  'several_manifests',
  'bad_manifest',
  'bad_field',
  'no_version',
  'bad_version',
  'prerelease',
  'plugin_taken',
  'other_plugin',
  'github_limit',
  'github_unauthorized',
  'github_forbidden',
  'github_failing',
  'github_nonsense',
  'github_too_large',
  'github_slow',
  'github_unreachable',
] as const satisfies readonly Reason[]
export type RepositoryFault = (typeof REPOSITORY_FAULTS)[number]

/** What a repository says besides, which hinders nothing. */
export const REPOSITORY_WARNINGS = [
  'renamed',
  'archived',
  'release_differs',
  'only_tag',
  'no_release',
  'no_package',
  'tag_prerelease',
  'tag_unread',
] as const
export type RepositoryWarning = (typeof REPOSITORY_WARNINGS)[number]

/** Words with what stands in braces filled in, once: what is filled in is not read again. */
export const fill = (words: string, details: Details) =>
  words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))

/** What fills the words of a refusal: a time as people of a language say it, `in 12 minutes`. */
export function detailsFor(details: Details, locale: string, now: Date): Details {
  const at = Date.parse(String(details['retry_at'] ?? ''))
  return { ...details, time: inWords(Number.isNaN(at) ? 60_000 : at - now.getTime(), locale) }
}

function inWords(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale)
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes < 90
    ? format.format(minutes, 'minute')
    : format.format(Math.ceil(minutes / 60), 'hour')
}
