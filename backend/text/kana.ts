/* Kana in Latin letters, by the Hepburn system: names are written in either. */

/** Folded kana (`fold`: hiragana), with their romaji. */
const SYLLABLES = new Map(
  [
    'あa いi うu えe おo',
    'かka きki くku けke こko がga ぎgi ぐgu げge ごgo',
    'さsa しshi すsu せse そso ざza じji ずzu ぜze ぞzo',
    'たta ちchi つtsu てte とto だda ぢji づzu でde どdo',
    'なna にni ぬnu ねne のno',
    'はha ひhi ふfu へhe ほho ばba びbi ぶbu べbe ぼbo ぱpa ぴpi ぷpu ぺpe ぽpo',
    'まma みmi むmu めme もmo',
    'やya ゆyu よyo らra りri るru れre ろro',
    'わwa ゐi ゑe をo んn ゔvu',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)
/** Small kana replace the vowel of the syllable before: ふぁ is `fa`, きゃ `kya`, しゃ `sha`. */
const SMALL = new Map([
  ...[...'ぁぃぅぇぉ'].map((kana, at) => [kana, [...'aiueo'][at] ?? ''] as const),
  ['ゃ', 'ya'],
  ['ゅ', 'yu'],
  ['ょ', 'yo'],
])
const LONG = 'ー'
const DOUBLED = 'っ'
/** Vowels that names are mostly written without: Tokyo is とうきょう. */
const LONG_VOWELS = /(?<=o)[ou]|(?<=u)u|-/g
const KANA_MAX = 20

/**
 * How a run of folded kana is written in Latin letters: with its long vowels, and without. Empty for anything else, and for
 * a single kana.
 */
export function romajiOf(kana: string): string[] {
  const letters = [...kana]
  if (letters.length < 2 || letters.length > KANA_MAX) return []
  let marked = ''
  for (const letter of letters) {
    const next = appended(marked, letter)
    if (next === null) return []
    marked = next
  }
  const romaji = marked
    .replace(/q(?=ch)/g, 't')
    .replace(/q([a-z])/g, '$1$1')
    .replace('q', '')
  const long = romaji.replace(/([aiueo])-/g, '$1$1').replaceAll('-', '')
  const short = romaji.replace(LONG_VOWELS, '')
  return [...new Set([long, short])].filter((word) => word.length > 1)
}

/** The romaji with one more kana; `-` for a long vowel and `q` for a doubled consonant. `null` if it is no kana. */
function appended(romaji: string, letter: string): string | null {
  if (letter === LONG) return `${romaji}-`
  if (letter === DOUBLED) return `${romaji}q`
  const syllable = SYLLABLES.get(letter)
  if (syllable !== undefined) return romaji + syllable
  const small = SMALL.get(letter)
  if (small === undefined) return null
  // うぃ is `wi`, but ゔぃ is `vi`.
  const stem = romaji.replace(/(?<![a-z])u$|(?<=[aiueo])u$/, 'w').replace(/[aiueo]$/, '')
  if (small.length === 1) return stem + small
  return stem + (/(?:sh|ch|j)$/.test(stem) ? small.slice(1) : small)
}
