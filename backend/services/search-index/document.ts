import { SEARCH_FIELDS, type SearchField } from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import type { Project } from '#lib/contract/project.ts'
import { plainText } from '#lib/text/plain.ts'
import { derivedForms, wholeForms } from '#backend/text/forms.ts'
import { splitRuns } from '#backend/text/runs.ts'
import { indexTokens, type Token } from '#backend/text/tokens.ts'

/** Terms of a document; those of title, tags, author and icon names have precedence. */
export const TERMS_MAX = 2000

/**
 * Prefixes of terms in the index, so that a query can be restricted to fields: the title; keywords
 * (tags, author, icon names); the description. A term is indexed once, in its most important field.
 */
export const FIELD_PREFIXES = { title: '+', keywords: '~', text: '' } as const
export type DocumentField = keyof typeof FIELD_PREFIXES

/** Before a title as one word (`wholeForms`). */
export const WHOLE_TITLE = '='
/**
 * A term of every document in the form of now. A document without it is from a release before: it is searched as it is, and a job
 * indexes it again (`index-again.ts`). Another form takes another number, and another index of the documents without it.
 */
export const FORM = '*2'

/** Whether a term is a word of the vocabulary: what people write and may write wrong. */
export const isWord = (term: string) => !/^[-=*]/.test(term)

/** How a tag is written where tags are searched for: `#darkmode`. */
function hashtagsOf(tag: string): string[] {
  const letters = splitRuns(tag).flatMap((run) => run.letters)
  return letters.length === 0 ? [] : [`#${letters.map(({ folded }) => folded).join('')}`]
}

export type SearchableProject = Pick<Project, SearchField> & {
  /** The user name of the author, and what is shown in its place. */
  author: string
  displayName?: string | null
  /** Names and tags of the icons in a pack. */
  icons: string[]
  /** READMEs of a plugin, in Markdown. */
  readmes?: string[]
}

/** The terms of a project, each with its most important field. */
export function documentTerms(project: SearchableProject): Map<string, DocumentField> {
  const terms = new Map<string, DocumentField>([[FORM, 'text']])
  const addTerm = (field: DocumentField, term: string) => {
    if (terms.size < TERMS_MAX && !terms.has(term)) terms.set(term, field)
  }
  const add = (
    field: DocumentField,
    text: string,
    split: (text: string) => Token[] = indexTokens,
  ) => {
    for (const { term, alternatives } of split(text)) {
      for (const form of [term, ...alternatives]) addTerm(field, form)
    }
  }
  const textsOf = (as: (typeof PROJECT_FIELDS)[SearchField]['search']) =>
    SEARCH_FIELDS.filter((one) => PROJECT_FIELDS[one].search === as).flatMap(
      (name) => project[name],
    )
  for (const title of textsOf('title')) {
    add('title', title)
    add('title', title, derivedForms)
    for (const whole of wholeForms(title)) addTerm('text', WHOLE_TITLE + whole)
  }
  for (const tag of textsOf('keywords')) {
    add('keywords', tag)
    add('keywords', tag, derivedForms)
    for (const hashtag of hashtagsOf(tag)) addTerm('keywords', hashtag)
  }
  for (const name of [project.author, project.displayName ?? '']) {
    add('keywords', name)
    add('keywords', name, derivedForms)
  }
  for (const icon of project.icons) add('keywords', icon)
  for (const text of textsOf('text')) add('text', text)
  for (const text of textsOf('markdown')) add('text', plainText(text))
  for (const text of project.readmes ?? []) add('text', plainText(text))
  return terms
}

/** The `tsvector` of prefixed terms. */
export function toTsvector(terms: Map<string, DocumentField>): string {
  return [...terms].map(([term, field]) => quoteLexeme(FIELD_PREFIXES[field] + term)).join(' ')
}

/** Splits a lexeme of the index into term and field. */
export function parseLexeme(lexeme: string): [string, DocumentField] {
  if (lexeme.startsWith(FIELD_PREFIXES.title)) return [lexeme.slice(1), 'title']
  if (lexeme.startsWith(FIELD_PREFIXES.keywords)) return [lexeme.slice(1), 'keywords']
  return [lexeme, 'text']
}

/** Quotes arbitrary text as a lexeme for `tsvector` and `tsquery`. */
export function quoteLexeme(text: string): string {
  return `'${text.replace(/['\\]/g, (character) => character + character)}'`
}
