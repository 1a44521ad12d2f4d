import { langOf } from '#lib/contract/language.ts'
import { LOCALES, SITE_LANGUAGES } from '#lib/contract/locale.ts'
import type { ShownProject } from '#lib/contract/project.ts'

type Described = Pick<ShownProject, 'description' | 'language' | 'translations'>

/**
 * The description that a page in a language shows, and its `lang` attribute: what the author wrote in the form, if that
 * is the language of the page; else the translation that the repository has; else what the author wrote.
 */
export function describedIn(
  { description, ...project }: Described,
  locale: string,
): { description: string; lang: string } {
  const wanted = SITE_LANGUAGES[LOCALES.findIndex((known) => known === locale)]
  const found =
    wanted === project.language
      ? undefined
      : project.translations?.find(({ language }) => language === wanted)
  return found
    ? { description: found.description, lang: found.language }
    : { description, lang: langOf(project) }
}
