import type { ProjectLanguage } from '#lib/contract/language.ts'
import { languageSchema } from '#lib/contract/project.ts'
import { plainText } from '#lib/text/plain.ts'

type Texts = { title: string; description: string }

/** Characters of a text that are looked at: enough to be certain, and a bound of the time. */
const READ_MAX = 2000
/** Fewer letters than this are not guessed from, except in a script of one language. */
const LETTERS_MIN = 15
/** From this many letters on, the best language is accepted whatever the lead over the second. */
const LETTERS_SURE = 40
/** Smallest lead of the best language over the second in a shorter text; scores are from 0 to 1. */
const LEAD_MIN = 0.1
/** Traditional characters are also Japanese: without kana, so many Han characters are Chinese. */
const HAN_MIN = 10
/** Smallest share of kana in Japanese text; Chinese uses them as decoration only. */
const KANA_SHARE = 0.15
/** A Chinese or Japanese character carries about as much as this many letters. */
const LETTERS_OF_CHARACTER = 2

/** Scripts that one language of the table is written in. */
const SCRIPTS: readonly (readonly [ProjectLanguage, RegExp])[] = [
  ['ko', /\p{Script=Hangul}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['bn', /\p{Script=Bengali}/gu],
]

/** Codes of the detector with other tags here. It cannot tell Indonesian from Malay: neither is guessed. */
const TAGS: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil', ms: '', zh: '' }

/**
 * The language of a project's texts, or `null` if it is uncertain. Markup, code and addresses are left out.
 * docs/decisions/0057-detect-the-language-of-a-project.md names the accuracy.
 */
export async function detectLanguage({
  title,
  description,
}: Texts): Promise<ProjectLanguage | null> {
  const text = `${title}.\n${withoutCode(description)}`
  const read = plainText(text).slice(0, READ_MAX)
  const letters = count(read, /\p{L}/gu)
  return detectScript(read, letters) ?? (await detectWords(read, letters))
}

/** Without code blocks and code in lines. */
const withoutCode = (markdown: string) =>
  markdown.replace(/^(```|~~~)[\s\S]*?(?:^\1|$(?![\s\S]))/gm, ' ').replace(/`[^`\n]{1,500}`/g, ' ')

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

function detectScript(text: string, letters: number): ProjectLanguage | null {
  const kana = count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const han = count(text, /\p{Script=Han}/gu)
  if (LETTERS_OF_CHARACTER * (kana + han) > letters - kana - han) return detectHan(text, kana, han)
  const own = SCRIPTS.find(([, pattern]) => 2 * count(text, pattern) > letters)
  return own && letters > 1 ? own[0] : null
}

/** Japanese or Chinese: by kana, else by characters that only one of them uses. */
function detectHan(text: string, kana: number, han: number): ProjectLanguage | null {
  if (kana + han < 2) return null
  if (kana >= KANA_SHARE * (kana + han)) return 'ja'
  const { simplified, traditional, japanese } = countHan(text)
  if (simplified > Math.max(traditional, japanese)) return 'zh-Hans'
  if (han >= HAN_MIN && traditional > Math.max(simplified, japanese)) return 'zh-Hant'
  return japanese > 0 && simplified === 0 ? 'ja' : null
}

async function detectWords(text: string, letters: number): Promise<ProjectLanguage | null> {
  if (letters < LETTERS_MIN) return null
  // Loaded when first needed: its tables take 30 MB of memory.
  const { eld } = await import('eld/extrasmall')
  const result = eld.detect(text)
  const [best = 0, second = 0] = Object.values(result.getScores()).toSorted((a, b) => b - a)
  const isSure = result.isReliable() && (letters >= LETTERS_SURE || best - second >= LEAD_MIN)
  const tag = TAGS[result.language] ?? result.language
  return isSure ? (languageSchema.safeParse(tag).data ?? null) : null
}

/*
 * Which Han characters occur in simplified Chinese, traditional Chinese and Japanese: those of the national
 * character sets GB 2312, Big5 and JIS X 0208, which the platform's decoders contain (WHATWG Encoding).
 */

type Bytes = [from: number, to: number]

/** The Han characters of a double-byte encoding whose lead bytes are in a range. */
function readSet(encoding: string, lead: Bytes, trail: Bytes): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let first = lead[0]; first <= lead[1]; first += 1) {
    for (let second = trail[0]; second <= trail[1]; second += 1) {
      const character = decoder.decode(Uint8Array.of(first, second))
      if (/^\p{Script=Han}$/u.test(character)) found.add(character)
    }
  }
  return found
}

let sets: ReturnType<typeof readSets> | undefined
const readSets = () => ({
  simplified: readSet('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
  traditional: readSet('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  japanese: readSet('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]),
})

/**
 * Counts the Han characters of a text that are distinctive. `simplified` ones are neither traditional nor
 * Japanese, `japanese` ones neither simplified nor traditional; `traditional` ones may be Japanese too.
 */
function countHan(text: string) {
  sets ??= readSets()
  const counts = { simplified: 0, traditional: 0, japanese: 0 }
  for (const character of text) {
    const [isSimplified, isTraditional, isJapanese] = [
      sets.simplified.has(character),
      sets.traditional.has(character),
      sets.japanese.has(character),
    ]
    if (isSimplified && !isTraditional && !isJapanese) counts.simplified += 1
    if (isTraditional && !isSimplified) counts.traditional += 1
    if (isJapanese && !isSimplified && !isTraditional) counts.japanese += 1
  }
  return counts
}
