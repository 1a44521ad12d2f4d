import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CATEGORIES, type Kind, KINDS } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import { figures } from '#demo/figures.ts'
import { seeded, pick } from '#demo/seed.ts'
import { readContent } from '#demo/content.ts'

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
function wordsOf(language: string) {
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
function frequent(words: string[], random: () => number): string {
  return words[Math.floor(words.length * random() ** 3)] ?? words[0] ?? ''
}

/** The last date of the large catalogue, which depends on numbers only. */
const LAST = new Date('2026-11-20T18:00:00Z')
/** Number of authors; the first ones publish most. */
const AUTHORS = 5000
/** Distribution of kinds: more icon packs than pages. */
const KIND_SHARES: [Kind, number][] = [
  ['icon', 0.4],
  ['plugin', 0.55],
  ['profile', 0.8],
  ['flexpage', 1],
]
/** Distribution of languages: half is English. */
const LANGUAGE_SHARES: [ProjectLanguage, number][] = [
  ['en', 0.5],
  ['de', 0.63],
  ['fr', 0.75],
  ['ja', 0.87],
  ['zh-Hans', 1],
]

const share = <T>(shares: [T, number][], of: number, fallback: T): T =>
  shares.find(([, upTo]) => of < upTo)?.[0] ?? fallback

/** The n-th project of the large catalogue; depends on the number only. */
export function largeProject(n: number) {
  const slug = `seed-${n}`
  const random = seeded(slug)
  const kind = share(KIND_SHARES, random(), KINDS[0])
  const language = share(LANGUAGE_SHARES, random(), 'en')
  const { qualities, nouns, sentences, names, glue } = wordsOf(language)
  const quality = frequent(qualities, random)
  const noun = frequent(nouns, random)
  const name = frequent(names, random)
  const head = [quality, noun].join(glue)
  const title =
    random() < 0.5
      ? `${capital(head)} ${capital(name)}`
      : `${capital(name)} ${noun} ${(n % 97) + 1}`
  const author = authorOf(Math.floor(AUTHORS * random() ** 2), language)
  const common = [...nouns, ...qualities]
  const words = Array.from({ length: 10 }, (_, at) => frequent(at < 3 ? common : names, random))
  const opening = frequent(sentences, random)
  const categories = CATEGORIES[kind]
  return {
    slug,
    id: createHash('sha256').update(slug).digest('base64url').slice(0, 12),
    kind,
    language,
    title,
    author,
    tagline: '',
    description: `${opening} ${capital(words.join(glue || '、'))}. ${frequent(sentences, random)} ${capital(frequent(names, random))}.`,
    tags: [...new Set([noun, frequent(nouns, random), quality])].map((tag) => tag.toLowerCase()),
    category: categories[Math.floor(random() * categories.length)] ?? categories[0],
    ...figures(slug, kind === 'icon' ? 'icon' : 'strip', { now: LAST }),
  }
}
export type LargeProject = ReturnType<typeof largeProject>

/** An author of the large catalogue; the number makes the name unique. */
function authorOf(n: number, language: ProjectLanguage) {
  const random = seeded(`author ${n} ${language}`)
  return {
    uid: `seed-${language}-${n}`,
    name: `${capital(frequent(wordsOf(language).names, random))} ${n}`,
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
