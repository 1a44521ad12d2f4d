import type { QueryToken } from '#backend/text/tokens.ts'
import type { VocabularyEntry } from './vocabulary-entry.ts'

/** A token of a query with the words that it may match. */
export type ExpandedToken = {
  token: QueryToken
  /** The term and its alternatives, with counts of zero if no document contains them. */
  exact: VocabularyEntry[]
  /** The same word written in another way, as documents contain it. */
  alike: VocabularyEntry[]
  /** Other forms of the word: plurals and the like. */
  inflections: VocabularyEntry[]
  /** Words that start with the last token, which may still be being typed. */
  completions: VocabularyEntry[]
  /** Several words that mean the token together: the parts of a name with symbols. */
  phrases: VocabularyEntry[][]
  /** Two words that the token may be joined from. Any two: for icons, whose names are short, and for queries without matches. */
  splits: VocabularyEntry[][]
  /** Words one letter away, of a token that is in no document or of a query without matches. */
  corrections: VocabularyEntry[]
}

/** A lower bound of the number of documents that contain the token itself. */
export const documentsOf = ({ exact }: Pick<ExpandedToken, 'exact'>) =>
  Math.max(...exact.map(({ documents }) => documents))

/** Whether no document contains a token in any form or, if it may still be being typed, a word that begins with it. */
export const isUnknown = (item: ExpandedToken) =>
  documentsOf(item) === 0 &&
  [item.alike, item.inflections, item.completions, item.phrases].every(({ length }) => length === 0)

/** Every word that an expanded token may match. */
export const entriesOf = (token: ExpandedToken) => [
  ...token.exact,
  ...token.alike,
  ...token.inflections,
  ...token.completions,
  ...token.corrections,
  ...token.phrases.flat(),
]
