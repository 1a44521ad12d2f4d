import * as fc from 'fast-check'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), minLength, maxLength })
const characters = (first: number, last: number) =>
  fc.integer({ min: first, max: last }).map((code) => String.fromCodePoint(code))
const run = (unit: fc.Arbitrary<string>) => fc.string({ unit, minLength: 1, maxLength: 200 })
const phrase = (word: fc.Arbitrary<string>, separator = ' ') =>
  fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => words.join(separator))

/** A word with one letter wrong, missing or extra, which search tries to correct. */
const misspelt = (words: fc.Arbitrary<string>) =>
  fc
    .tuple(words, fc.nat(), fc.constantFrom(...LETTERS), fc.nat(3))
    .map(([word, at, letter, edit]) => {
      const index = at % word.length
      const after = word.slice(index + (edit === 0 ? 1 : 0))
      return edit === 1
        ? word.slice(0, index) + word.slice(index + 1)
        : word.slice(0, index) + letter + after
    })

/**
 * Expensive search terms of up to 200 characters: many, long, unknown, misspelt, repeated and very
 * frequent words, prefixes, unspaced scripts, and mixtures of them.
 * @param known words of the catalogue.
 */
export function hostileTerms(known: string[]): fc.Arbitrary<string> {
  const words = fc.constantFrom(...known)
  const prefixes = words.map((word) => word.slice(0, 2))
  const any = fc.oneof(words, misspelt(words), prefixes, letters(1, 12), letters(30, 60))
  return fc
    .oneof(
      phrase(words),
      phrase(misspelt(words)),
      phrase(letters(5, 9)),
      phrase(letters(35, 60)),
      phrase(letters(1, 2)),
      phrase(prefixes),
      phrase(any),
      phrase(any, '-'),
      phrase(any, ''),
      phrase(any, '.'),
      phrase(any.map((word) => `#${word}`)),
      phrase(any, '/').map((name) => `@${name}`),
      phrase(letters(1, 3), '++ '),
      phrase(
        words.map((word) => word[0]?.toUpperCase() + word.slice(1)),
        '8',
      ),
      run(characters(0x4e00, 0x9fff)),
      run(characters(0xac00, 0xd7a3)),
      run(characters(0x3041, 0x30fe)),
      run(characters(0x0e01, 0x0e3a)),
      characters(0xac00, 0xd7a3).map((character) => character.repeat(200)),
      phrase(fc.oneof(words, characters(0x4e00, 0x9fff)), ''),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      words.map((word) => `${word}${'\u0301'.repeat(150)}`),
    )
    .map((term) => term.slice(0, 200).toWellFormed().replaceAll('\0', ' ').trim())
    .filter((term) => term !== '')
}

const filters = fc.record({
  kind: fc.constantFrom('', 'icon', 'plugin', 'profile', 'flexpage'),
  os: fc.constantFrom('', 'macos', 'windows', 'linux'),
  sort: fc.constantFrom('', 'relevance', 'popular', 'recent', 'name', '-name'),
  author: fc.constantFrom('', 'Ada', 'unknown'),
  minimum_version: fc.constantFrom('', '1.0.0', '999.0.0'),
  limit: fc.constantFrom('', '1', '24', '100'),
})

/** Paths of search calls with hostile terms and arbitrary filters, relative to the API base. */
export function hostileSearches(known: string[]): fc.Arbitrary<string> {
  const projects = fc.tuple(hostileTerms(known), filters).map(([q, rest]) => {
    const query = new URLSearchParams({ q })
    for (const [name, value] of Object.entries(rest)) if (value) query.set(name, value)
    return `/index/search?${query}`
  })
  const icons = fc
    .tuple(hostileTerms(known), fc.constantFrom('24', '96', '100'))
    .map(([q, limit]) => `/index/icons?${new URLSearchParams({ q, limit })}`)
  return fc.oneof({ arbitrary: projects, weight: 3 }, { arbitrary: icons, weight: 1 })
}
