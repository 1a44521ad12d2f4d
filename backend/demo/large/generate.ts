import { createHash } from 'node:crypto'
import { CATEGORIES, type Kind, KINDS } from '#lib/contract/kind.ts'
import { LOCALES, type Locale } from '#lib/contract/locale.ts'
import { figures } from '#backend/demo/figures.ts'
import { seeded } from '#backend/demo/seed.ts'
import { frequent, WORDS } from './words.ts'

/** So many authors share the catalogue; the first of them publish most. */
const AUTHORS = 5000
/** One of four in each kind would be even; people publish more icon packs than pages. */
const KIND_SHARES: [Kind, number][] = [
  ['icon', 0.4],
  ['plugin', 0.55],
  ['profile', 0.8],
  ['flexpage', 1],
]
/** Half of it is in English. */
const LOCALE_SHARES: [Locale, number][] = [
  ['en', 0.5],
  ['de', 0.63],
  ['fr', 0.75],
  ['ja', 0.87],
  ['zh-cn', 1],
]

const share = <T>(shares: [T, number][], of: number, fallback: T): T =>
  shares.find(([, upTo]) => of < upTo)?.[0] ?? fallback

/** The n-th project of the large catalogue: the same on every run, whatever stands around it. */
export function largeProject(n: number) {
  const slug = `seed-${n}`
  const random = seeded(slug)
  const kind = share(KIND_SHARES, random(), KINDS[0])
  const language = share(LOCALE_SHARES, random(), LOCALES[0])
  const { qualities, things, sentences, names, glue } = WORDS[language]
  const quality = frequent(qualities, random)
  const thing = frequent(things, random)
  const name = frequent(names, random)
  const head = [quality, thing].join(glue)
  const title =
    random() < 0.5
      ? `${capital(head)} ${capital(name)}`
      : `${capital(name)} ${thing} ${(n % 97) + 1}`
  const author = authorOf(Math.floor(AUTHORS * random() ** 2), language)
  const common = [...things, ...qualities]
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
    description: `${opening} ${capital(words.join(glue || '、'))}. ${frequent(sentences, random)} ${capital(frequent(names, random))}.`,
    tags: [...new Set([thing, frequent(things, random), quality])].map((tag) => tag.toLowerCase()),
    category: categories[Math.floor(random() * categories.length)] ?? categories[0],
    ...figures(slug, kind === 'icon' ? 'icon' : 'strip'),
  }
}
export type LargeProject = ReturnType<typeof largeProject>

/** An author of the large catalogue; the number is in the name, so that no two are called alike. */
function authorOf(n: number, language: Locale) {
  const random = seeded(`author ${n} ${language}`)
  return {
    uid: `seed-${language}-${n}`,
    name: `${capital(frequent(WORDS[language].names, random))} ${n}`,
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
