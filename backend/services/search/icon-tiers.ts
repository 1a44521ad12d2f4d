import { quoteLexeme } from '#backend/services/search-index/document.ts'
import { WHOLE_NAME } from '#backend/services/search-index/icon-terms.ts'
import { allTokens } from '#backend/text/tokens.ts'
import { entriesOf, type ExpandedToken } from './expand-tokens.ts'
import type { VocabularyEntry } from './vocabulary-entry.ts'
import { anyWordQuery } from './tiers.ts'

/** The contract limits icon names to this length; a `tsquery` holds at most 2046 bytes. */
const NAME_MAX = 100

/** The `tsquery` for the icons of a tier, and one that every pack with such an icon matches. */
export type IconTier = { icons: string; packs: string }

/** The tiers of a term, the best first; the last one includes all others but the first. */
export function iconTiersOf(term: string, tokens: ExpandedToken[]): IconTier[] {
  const name = allTokens(term).map((token) => token.term)
  const allOf = (allowed: (token: ExpandedToken) => VocabularyEntry[]): IconTier => {
    const words = tokens.map((token) => allowed(token).map(({ word }) => word))
    return {
      icons: words.map((some) => `(${some.map(quoteLexeme).join(' | ')})`).join(' & '),
      packs: words.map((some) => anyWordQuery(some)).join(' & '),
    }
  }
  const exact = allOf((token) => token.exact)
  return [
    { ...exact, icons: quoteLexeme(WHOLE_NAME + name.join('-').slice(0, NAME_MAX)) },
    exact,
    allOf((token) => [...token.exact, ...token.completions]),
    allOf(entriesOf),
  ]
}
