import type { ProjectLanguage } from '#lib/contract/language.ts'

type Written = { language?: ProjectLanguage | null | undefined }

/** Primary subtag of a BCP 47 tag (RFC 5646, section 2.2.1): pages have regions, projects have scripts. */
const primary = (tag: string | null | undefined) => tag?.split('-')[0]

/** 0 for a project in the language of a page, whatever its region or script; 1 for English, 2 for others. */
export function languageRank({ language }: Written, lang: string): number {
  const written = primary(language)
  return written === primary(lang) ? 0 : written === 'en' ? 1 : 2
}

/** Projects in the language of a page first, then those in English, then others; otherwise in the same order. */
export const preferLanguage = <T extends Written>(projects: readonly T[], lang: string): T[] =>
  projects.toSorted((a, b) => languageRank(a, lang) - languageRank(b, lang))
