import { z } from 'zod'
import { readContent } from '#demo/content.ts'
import { pick, seeded } from '#demo/seed.ts'

const list = z.string().transform((text) => text.split(' '))
/** Words of a language, the frequent ones first; `glue` stands between two of them. */
const wordsSchema = z.strictObject({
  qualities: list,
  nouns: list,
  sentences: z.array(z.string()),
  glue: z.string(),
  syllables: list,
})

const all = readContent('words', z.record(z.string(), wordsSchema))
/** Vocabulary of the large catalogue: enough for distinct titles and for frequent matches. */
const WORDS = new Map(
  Object.entries(all).map(([language, { syllables, ...words }]) => [
    language,
    { ...words, names: namesOf(language, syllables) },
  ]),
)

/** Words of a language, those of English for a language without. */
export function wordsOf(language: string) {
  const words = WORDS.get(language) ?? WORDS.get('en')
  if (!words) throw new Error('There are no words in English.')
  return words
}

/** Generated names of three or four syllables, deterministic: the long tail. */
function namesOf(language: string, [first = '', ...rest]: string[]): string[] {
  const random = seeded(`names ${language}`)
  const one = () => pick([first, ...rest], random)
  const names = Array.from(
    { length: 8000 },
    () => one() + one() + one() + (random() < 0.6 ? one() : ''),
  )
  return [...new Set(names)]
}

/** One of `words`; earlier ones are far more frequent (roughly Zipf's law). */
export function frequent(words: string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] ?? words[0] ?? ''
}
