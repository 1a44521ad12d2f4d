import { fold } from './fold.ts'

/** A word, or a run of characters of an unspaced script. */
export type TextRun = { isUnspaced: boolean; letters: Letter[] }
export type Letter = {
  folded: string
  /** The same with German umlauts transliterated. */
  umlaut: string
  isUpper: boolean
  /** Range in the text in UTF-16 units, the end exclusive. */
  start: number
  end: number
}
type Folded = Pick<Letter, 'folded' | 'umlaut' | 'isUpper'> & Pick<TextRun, 'isUnspaced'>

/** A character with its combining marks, including the voicing marks of half-width kana. */
const CLUSTER = /\P{M}[\p{M}\uff9e\uff9f]*/gu
/** Format characters, such as soft hyphens and direction marks. */
const FORMAT = /^\p{Cf}/u
const LETTER = /^[\p{L}\p{N}\u30fc]/u
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u
/** German transliteration of umlauts. */
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** Whether a term is an n-gram of an unspaced script rather than a word. */
export const isGram = (term: string) => UNSPACED.test(term)

/** The words of a text, and the runs of characters of its unspaced scripts. */
export function splitRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let current: TextRun | undefined
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const letter = foldCluster(cluster)
    if (letter === null) continue
    if (letter === undefined) {
      current = undefined
      continue
    }
    const { isUnspaced, ...folded } = letter
    if (!current || current.isUnspaced !== isUnspaced) {
      current = { isUnspaced, letters: [] }
      runs.push(current)
    }
    current.letters.push({ ...folded, start: index, end: index + cluster.length })
  }
  return runs
}

/** Cache of folded clusters: folding takes a dozen steps, and characters repeat. */
const cache = new Map<string, Folded | null | undefined>()
const CACHE_MAX = 20_000
const CACHED_LENGTH_MAX = 8

/** `undefined` for a separator, `null` for a format character, which is ignored. */
function foldCluster(cluster: string) {
  const cached = cache.get(cluster)
  if (cached !== undefined || cache.has(cluster)) return cached
  // Bounded: hostile texts can contain any number of distinct clusters of any length.
  if (cache.size >= CACHE_MAX) cache.clear()
  const letter = computeFolded(cluster)
  if (cluster.length <= CACHED_LENGTH_MAX) cache.set(cluster, letter)
  return letter
}

function computeFolded(cluster: string): Folded | null | undefined {
  if (FORMAT.test(cluster)) return null
  const folded = fold(cluster).replace(/[^\p{L}\p{N}\u30fc\u3099\u309a]+/gu, '')
  if (folded === '' || !LETTER.test(folded)) return undefined
  const umlaut = UMLAUTS[cluster.normalize('NFC').toLowerCase()] ?? folded
  return { isUnspaced: UNSPACED.test(folded), folded, umlaut, isUpper: /^\p{Lu}/u.test(cluster) }
}
