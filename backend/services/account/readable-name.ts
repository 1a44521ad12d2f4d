import { USERNAME_MAX, USERNAME_MIN } from '#lib/contract/account.ts'
import { FOLDED } from '#backend/text/fold.ts'

/** As in passports (ICAO 9303, part 3, section 6 B), shortened where that is usual in names. */
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
/** As in passports (ELOT 743). */
const GREEK: Record<string, string> = {
  ...pairs('αβγδεζηικλμνξοπρστυφως', 'avgdeziiklmnxoprstyfos'),
  θ: 'th',
  χ: 'ch',
  ψ: 'ps',
}
const LETTERS: Record<string, string> = { ...FOLDED, ŋ: 'ng', ...CYRILLIC, ...GREEK }

/** So much of a name is looked at, in characters. */
const LOOKED_AT = 200
/** What stands for a name of which no letter can be written in ASCII. */
const NAMELESS = 'designer'

/**
 * A user name after section 5 that can be recognised as the name that a provider tells: accents are
 * taken off, Cyrillic and Greek letters transliterated, everything else becomes a hyphen. It is cut
 * between two words, where that leaves enough of it.
 */
export function readableName(name: string): string {
  const letters = name
    .slice(0, LOOKED_AT)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
  const plain = [...letters.replaceAll(/ου/gi, 'ou')]
    .map(toAscii)
    .join('')
    // An apostrophe within a name parts no words: O’Neill.
    .replaceAll(/(?<=[A-Za-z])['’ʼ](?=[A-Za-z])/g, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|[-_]+$/g, '')
  if (plain.length >= USERNAME_MIN) return shorten(plain, USERNAME_MAX)
  return plain === '' ? `${NAMELESS}-user` : `${plain}-user`
}

/** At most `max` characters of a name, without half a word at its end. */
export function shorten(name: string, max: number): string {
  if (name.length <= max) return name
  const cut = name.slice(0, max)
  const whole = name[max] === '-' ? cut : cut.replace(/-[^-]*$/, '')
  return (whole.length >= max / 2 ? whole : cut).replace(/[-_]+$/, '')
}

function toAscii(letter: string): string {
  const small = letter.toLowerCase()
  const found = LETTERS[small]
  if (found === undefined || small === letter) return found ?? letter
  return found.slice(0, 1).toUpperCase() + found.slice(1)
}

/** Each letter of `from` with the one at its place in `to`. */
function pairs(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, at) => [letter, to[at] ?? '']))
}
