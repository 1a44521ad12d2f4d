import { USERNAME_MAX, USERNAME_MIN } from '#lib/contract/account.ts'
import { FOLDED } from '#backend/text/fold.ts'

/** Transliteration of passports (ICAO 9303, part 3, section 6 B), with the shorter forms usual in names. */
const CYRILLIC: Record<string, string> = {
  ...pairs('абвгдезийклмнопрстуфыэ', 'abvgdeziiklmnoprstufye'),
  ...pairs('іґєјљњћђџўё', 'igejlncddue'),
  ж: 'zh',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ь: '',
  ю: 'yu',
  я: 'ya',
  ї: 'i',
}
/** Transliteration of passports (ELOT 743). */
const GREEK: Record<string, string> = {
  ...pairs('αβγδεζηικλμνξοπρστυφως', 'avgdeziiklmnxoprstyfos'),
  θ: 'th',
  χ: 'ch',
  ψ: 'ps',
}
const LETTERS: Record<string, string> = { ...FOLDED, ŋ: 'ng', ...CYRILLIC, ...GREEK }

/** Characters of a name that are read. */
const INPUT_MAX = 200
/** Fallback for a name without a letter that can be written in ASCII. */
const FALLBACK = 'designer'

/**
 * A valid user name (docs/behaviour.md#user-names) derived from the name in a provider's profile: accents
 * are removed, Cyrillic and Greek letters are transliterated, everything else becomes a hyphen. Long
 * names are cut between two words if enough is left.
 */
export function toUserName(name: string): string {
  const letters = name
    .slice(0, INPUT_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
  const plain = [...letters.replaceAll(/ου/gi, 'ou')]
    .map(toAscii)
    .join('')
    // An apostrophe does not separate words: O’Neill.
    .replaceAll(/(?<=[A-Za-z])['’ʼ](?=[A-Za-z])/g, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
  if (plain.length >= USERNAME_MIN) return shorten(plain, USERNAME_MAX)
  return plain === '' ? `${FALLBACK}-user` : `${plain}-user`
}

/** At most `max` characters of a name, cut between two words if possible. */
export function shorten(name: string, max: number): string {
  if (name.length <= max) return name
  const cut = name.slice(0, max)
  const whole = name[max] === '-' ? cut : cut.replace(/-[^-]*$/, '')
  return (whole.length >= max / 2 ? whole : cut).replace(/[-_]+$/, '')
}

function toAscii(letter: string): string {
  const small = letter.toLowerCase()
  const ascii = LETTERS[small]
  if (ascii === undefined || small === letter) return ascii ?? letter
  return ascii.slice(0, 1).toUpperCase() + ascii.slice(1)
}

/** Maps each letter of `from` to the letter at the same position in `to`. */
function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to[at] ?? '']))
}
