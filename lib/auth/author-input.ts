import type { ChangeAuthorRequest } from '#lib/contract/author.ts'
import { cleanLine } from '#lib/contract/text.ts'

type Typed = { about?: string | undefined; links?: string | undefined }

/** The request of a typed text and of links, one per line; those without a scheme get `https`. Not validated. */
export function toAuthorInput({ about = '', links = '' }: Typed): ChangeAuthorRequest {
  return {
    about: cleanLine(about).trim(),
    links: links
      .split(/\s+/)
      .filter((link) => link !== '')
      .map((link) => (/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`)),
  }
}
