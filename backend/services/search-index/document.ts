import { SEARCH_FIELDS, type SearchField } from '#lib/contract/project-fields.ts'
import { PROJECT_FIELDS } from '#lib/contract/project-table.ts'
import type { Project } from '#lib/contract/project.ts'
import { plainText } from '#lib/text/plain.ts'
import { indexTokens } from '#backend/text/tokens.ts'

/** Terms of a document; those of title, tags, author and icon names have precedence. */
export const TERMS_MAX = 2000

/**
 * Prefixes of terms in the index, so that a query can be restricted to fields: the title; keywords
 * (tags, author, icon names); the description. A term is indexed once, in its most important field.
 */
export const FIELD_PREFIXES = { title: '+', keywords: '~', text: '' } as const
export type Field = keyof typeof FIELD_PREFIXES

export type SearchableProject = Pick<Project, SearchField> & {
  author: string
  /** Names and tags of the icons in a pack. */
  icons: string[]
}

/** The terms of a project, each with its most important field. */
export function documentTerms(project: SearchableProject): Map<string, Field> {
  const terms = new Map<string, Field>()
  const add = (field: Field, text: string) => {
    for (const { term, alternatives } of indexTokens(text)) {
      for (const form of [term, ...alternatives]) {
        if (terms.size >= TERMS_MAX) return
        if (!terms.has(form)) terms.set(form, field)
      }
    }
  }
  const addFields = (as: (typeof PROJECT_FIELDS)[SearchField]['search']) => {
    for (const name of SEARCH_FIELDS.filter((one) => PROJECT_FIELDS[one].search === as)) {
      for (const text of [project[name]].flat()) {
        if (as === 'markdown') add('text', plainText(text))
        else add(as, text)
      }
    }
  }
  addFields('title')
  addFields('keywords')
  for (const name of [project.author, ...project.icons]) add('keywords', name)
  addFields('text')
  addFields('markdown')
  return terms
}

/** The `tsvector` of prefixed terms. */
export function toTsvector(terms: Map<string, Field>): string {
  return [...terms].map(([term, field]) => quoteLexeme(FIELD_PREFIXES[field] + term)).join(' ')
}

/** Splits a lexeme of the index into term and field. */
export function parseLexeme(lexeme: string): [string, Field] {
  if (lexeme.startsWith(FIELD_PREFIXES.title)) return [lexeme.slice(1), 'title']
  if (lexeme.startsWith(FIELD_PREFIXES.keywords)) return [lexeme.slice(1), 'keywords']
  return [lexeme, 'text']
}

/** Quotes arbitrary text as a lexeme for `tsvector` and `tsquery`. */
export function quoteLexeme(text: string): string {
  return `'${text.replace(/['\\]/g, (character) => character + character)}'`
}
