import {
  FIELD_PREFIXES,
  type DocumentField,
  quoteLexeme,
} from '#backend/services/search-index/document.ts'
import type { ExpandedToken } from './expanded-token.ts'
import { BEGUN, type VocabularyEntry } from './vocabulary-entry.ts'

/** How words are matched: as written; in another spelling; in another form; begun, or as several words; one letter off. */
export const STRICTNESS = ['exact', 'alike', 'inflected', 'related', 'fuzzy'] as const
export type Strictness = (typeof STRICTNESS)[number]
/** The fields that a query searches, by the least important of them. */
const SEARCHED_FIELDS: Record<DocumentField, DocumentField[]> = {
  title: ['title'],
  keywords: ['title', 'keywords'],
  text: ['title', 'keywords', 'text'],
}

/** Words that a token may be matched by, and words that match it together. */
type Options = { words: VocabularyEntry[]; phrases: VocabularyEntry[][] }

/** What a token may be matched by in this way, but in no stricter one. */
function addedBy(token: ExpandedToken, strictness: Strictness): Options {
  const { exact, alike, inflections, completions, corrections, phrases } = token
  const words = {
    exact,
    alike,
    inflected: inflections,
    related: completions,
    fuzzy: corrections,
  }
  return { words: words[strictness], phrases: strictness === 'related' ? phrases : [] }
}

const isEmpty = ({ words, phrases }: Options) => words.length + phrases.length === 0

/** What a token may be matched by in this way or a stricter one. */
function optionsOf(token: ExpandedToken, strictness: Strictness): Options {
  const upTo = STRICTNESS.slice(0, STRICTNESS.indexOf(strictness) + 1)
  const all = upTo.map((one) => addedBy(token, one))
  return { words: all.flatMap(({ words }) => words), phrases: all.flatMap((one) => one.phrases) }
}

/** Whether any token may be matched in this way, but in no stricter one. */
export const isAdding = (tokens: ExpandedToken[], strictness: Strictness) =>
  tokens.some((token) => !isEmpty(addedBy(token, strictness)))

/** For each token an upper bound of its documents: one with several of its words counts several times. */
export const countsOf = (tokens: ExpandedToken[], strictness: Strictness, field: DocumentField) =>
  tokens.map((token) => countOf(optionsOf(token, strictness), field))

function countOf({ words, phrases }: Options, field: DocumentField): number {
  const count = ({ documents, titles }: VocabularyEntry) => (field === 'title' ? titles : documents)
  const together = phrases.map((phrase) => Math.min(...phrase.map(count)))
  return [...words.map(count), ...together].reduce((sum, one) => sum + one, 0)
}

/** A `tsquery` for all tokens, each in one of the fields. */
export const allTokensQuery = (
  tokens: ExpandedToken[],
  strictness: Strictness,
  field: DocumentField,
) => tokens.map((token) => queryOf(optionsOf(token, strictness), field)).join(' & ')

/**
 * The ways in which the tokens match thus, but not more strictly: one token does, the others as they like. The `tsquery` and the
 * documents of each token. They are few where the words themselves are frequent.
 */
export function addedWays(tokens: ExpandedToken[], strictness: Strictness, field: DocumentField) {
  const all = tokens.map((token) => optionsOf(token, strictness))
  return tokens.flatMap((token, at) => {
    const added = addedBy(token, strictness)
    if (isEmpty(added)) return []
    const way = all.with(at, added)
    const query = way.map((options) => queryOf(options, field)).join(' & ')
    return [{ query: `(${query})`, counts: way.map((options) => countOf(options, field)) }]
  })
}

const queryOf = ({ words, phrases }: Options, field: DocumentField) =>
  anyPhraseQuery(words, phrases, (some) => anyWordQuery(some, field))

/** A `tsquery` for any of the words, or all words of any of the phrases. */
export function anyPhraseQuery(
  words: VocabularyEntry[],
  phrases: VocabularyEntry[][],
  anyOfWords: (words: string[]) => string,
): string {
  const together = phrases.map(
    (phrase) => `(${phrase.map(({ word }) => anyOfWords([word])).join(' & ')})`,
  )
  const alone = words.length > 0 ? [anyOfWords(words.map(({ word }) => word))] : []
  return `(${[...alone, ...together].join(' | ')})`
}

/** A `tsquery` for any of the words in the fields up to `field`. */
export function anyWordQuery(words: string[], field: DocumentField = 'text'): string {
  const lexemes = words.flatMap((word) =>
    SEARCHED_FIELDS[field].map((searched) => FIELD_PREFIXES[searched] + word),
  )
  return `(${anyLexemeQuery(lexemes)})`
}

/** A `tsquery` for any of the lexemes, whose field prefixes are part of them; for all that begin so where one ends with `BEGUN`. */
export const anyLexemeQuery = (lexemes: string[]) =>
  lexemes
    .map((lexeme) =>
      lexeme.endsWith(BEGUN) ? `${quoteLexeme(lexeme.slice(0, -1))}:*` : quoteLexeme(lexeme),
    )
    .join(' | ')
