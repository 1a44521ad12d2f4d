import { indexTokens } from '#backend/text/tokens.ts'
import { plainText } from '#backend/text/plain.ts'

/** A document has at most this many terms; those of title, tags, author and icons come first. */
const TERMS_MAX = 2000

/**
 * How a term is marked by where it stands, so that the index itself tells a title from a description:
 * in the title; in tags, author or icon names; in the description. Each is kept once, where it
 * counts most.
 */
export const FIELD_MARKS = { title: '+', head: '~', text: '' } as const
export type Field = keyof typeof FIELD_MARKS

export type Described = {
  title: string
  tags: string[]
  author: string
  description: string
  /** Names of the icons in a pack. */
  icons: string[]
}

/** The terms that a project is found by: term to the field in which it counts most. */
export function documentTerms(project: Described): Map<string, Field> {
  const terms = new Map<string, Field>()
  const add = (field: Field, text: string) => {
    for (const { term, others } of indexTokens(text)) {
      for (const one of [term, ...others]) {
        if (terms.size >= TERMS_MAX) return
        if (!terms.has(one)) terms.set(one, field)
      }
    }
  }
  add('title', project.title)
  for (const tag of project.tags) add('head', tag)
  add('head', project.author)
  for (const icon of project.icons) add('head', icon)
  add('text', plainText(project.description))
  return terms
}

/** A `tsvector` of marked terms. */
export function toTsvector(terms: Map<string, Field>): string {
  return [...terms].map(([term, field]) => lexeme(FIELD_MARKS[field] + term)).join(' ')
}

/** The term of a lexeme and the field that its mark names. */
export function unmarked(marked: string): [string, Field] {
  if (marked.startsWith(FIELD_MARKS.title)) return [marked.slice(1), 'title']
  return marked.startsWith(FIELD_MARKS.head) ? [marked.slice(1), 'head'] : [marked, 'text']
}

/** A lexeme as `tsvector` and `tsquery` read it, whatever is in it. */
export function lexeme(text: string): string {
  return `'${text.replace(/['\\]/g, (mark) => mark + mark)}'`
}
