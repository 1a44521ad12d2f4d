import { quoteLexeme } from '#backend/services/search-index/document.ts'
import { wholeNameTerm } from '#backend/services/search-index/icon-terms.ts'
import { DERIVED } from '#backend/text/tokens.ts'
import { entriesOf, type ExpandedToken } from './expanded-token.ts'
import { anyPhraseQuery, anyWordQuery } from './token-query.ts'
import type { VocabularyEntry } from './vocabulary-entry.ts'

/** The `tsquery` for the icons of a tier, and one that every pack with such an icon matches. */
export type IconTier = { icons: string; packs: string }
type Allowed = { words: VocabularyEntry[]; phrases?: VocabularyEntry[][] }

/** The tiers of a term, the best first; the last one includes all others but the first. */
export function iconTiersOf(term: string, tokens: ExpandedToken[]): IconTier[] {
  const allOf = (allowed: (token: ExpandedToken) => Allowed): IconTier => {
    const queryOf = (anyOfWords: (words: string[]) => string) =>
      tokens
        .map((token) => {
          const { words, phrases = [] } = allowed(token)
          return anyPhraseQuery(words, phrases, anyOfWords)
        })
        .join(' & ')
    return {
      icons: queryOf((words) => `(${words.map(quoteLexeme).join(' | ')})`),
      packs: queryOf((words) => anyWordQuery(words)),
    }
  }
  const exact = allOf((token) => ({ words: token.exact }))
  // Names of icons have no derived forms: their words are looked for one by one.
  const written = (token: ExpandedToken) => [
    ...token.exact,
    ...token.alike.filter(({ word }) => !word.startsWith(DERIVED)),
  ]
  const alike = allOf((token) => ({ words: written(token) }))
  const phrasesOf = ({ phrases, splits }: ExpandedToken) => [...phrases, ...splits]
  return [
    // A whole name is found in any of its spellings.
    { ...alike, icons: quoteLexeme(wholeNameTerm(term)) },
    exact,
    ...(alike.icons === exact.icons ? [] : [alike]),
    allOf((token) => ({
      words: [...written(token), ...token.inflections, ...token.completions],
      phrases: phrasesOf(token),
    })),
    allOf((token) => ({ words: entriesOf(token), phrases: phrasesOf(token) })),
  ]
}
