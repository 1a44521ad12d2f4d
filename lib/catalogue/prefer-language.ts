import type { ProjectLanguage } from '#lib/contract/language.ts'

/** Projects in the language of a page first, then those in English, then others; otherwise in the same order. */
export function preferLanguage<T extends { language?: ProjectLanguage | null | undefined }>(
  projects: readonly T[],
  lang: string,
): T[] {
  const rank = ({ language }: T) => (language === lang ? 0 : language === 'en' ? 1 : 2)
  return projects.toSorted((a, b) => rank(a) - rank(b))
}
