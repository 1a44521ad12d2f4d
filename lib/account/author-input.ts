import type { ChangeAuthorRequest } from '#lib/contract/author.ts'
import { DISPLAY_NAME_MAX } from '#lib/contract/limits.ts'
import { cleanName, nameProblem } from '#lib/contract/name/name.ts'
import { cleanLine, lengthOf } from '#lib/contract/text.ts'

/** What is typed into the form. */
export type TypedAuthor = { [N in 'display_name' | 'about' | 'links']?: string | undefined }

/** The request of typed texts and of links, one per line; those without a scheme get `https`. Not validated. */
export function toAuthorInput({ display_name = '', about = '', links = '' }: TypedAuthor) {
  return {
    display_name: cleanName(display_name),
    about: cleanLine(about).trim(),
    links: links
      .split(/\s+/)
      .filter((link) => link !== '')
      .map((link) => (/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`)),
  } satisfies ChangeAuthorRequest
}

/** What is wrong with a typed display name. */
export function displayNameOutcome({ display_name: typed = '' }: TypedAuthor) {
  const name = cleanName(typed)
  if (lengthOf(name) > DISPLAY_NAME_MAX) return 'bad_display_name'
  const problem = nameProblem(name)
  return problem && (`name_${problem}` as const)
}
