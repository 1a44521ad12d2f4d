import { preferredLocale } from '#lib/accept.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { routing } from './routing.ts'

const TAG = /^([a-z]{2})(?:-([a-z]{2}|\d{3}))?$/i
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/**
 * The site's language that is nearest to a tag: of the same primary language, else English. `undefined` unless the tag is a
 * language of ISO 639-1, alone or with a region of ISO 3166-1 or UN M.49.
 */
export function nearestLocale(tag: string): Locale | undefined {
  const [, language, region] = TAG.exec(tag) ?? []
  if (language === undefined || !languages.of(language)) return undefined
  if (region !== undefined && !regions.of(region.toUpperCase())) return undefined
  return preferredLocale(tag) ?? routing.defaultLocale
}
