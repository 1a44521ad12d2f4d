/** Arguments that never begin with a vowel or a mute h: numbers, sizes, dates, which begin with the day. */
const NUMBERS = [
  'count',
  'date',
  'from',
  'left',
  'limit',
  'max',
  'minutes',
  'number',
  'size',
  'to',
  'until',
  'when',
]
/** Arguments that may be a kind's name: tests/unit/messages/inserted-words.test.ts reads all of them. */
const KINDS = ['title', 'item', 'kind']

const ELIDED = /\b(de|du|le|la|au|à la|que|ne|si|je|se|ce) (?:\{(\w+)|<(\w+)>)/giu

/** Names that follow a French word with an elided form: “de Bob”, but “d’Aspen”. */
export function elisionIssues(message: string): string[] {
  return [...message.matchAll(ELIDED)]
    .map(([, word = '', argument, tag]) => ({ word, name: argument ?? tag ?? '' }))
    .filter(({ name }) => !NUMBERS.includes(name) && !KINDS.includes(name))
    .map(({ word, name }) => `has the name “${name}” after “${word}”, which may need elision`)
}
