import * as fc from 'fast-check'

const repeat = (piece: string) =>
  fc.integer({ min: 1, max: 200_000 }).map((times) => piece.repeat(times).slice(0, 1024 * 1024))
const member = fc.constantFrom(
  'format',
  'pages',
  'icons',
  'keys',
  'os',
  'platforms',
  'name',
  '__proto__',
)

/** Valid and malformed JSON of at most 1 MB. */
export const hostileJson = fc.oneof(
  repeat('['),
  repeat('{"a":'),
  repeat('[]').map((text) => `[${text}`),
  repeat('1,').map((text) => `[${text}1]`),
  repeat('{},').map((text) => `[${text}{}]`),
  repeat('\\"').map((text) => `"${text}"`),
  repeat('9'),
  fc.tuple(member, repeat('1,')).map(([key, text]) => `{"format":"profile","${key}":[${text}1]}`),
  fc
    .tuple(member, member, repeat('{"keys":[]},'))
    .map(([a, b, text]) => `{"format":"iconpack","${a}":[${text}{"${b}":1}]}`),
  repeat('"a":1,').map((text) => `{${text}"b":1}`),
  fc.json({ maxDepth: 20 }),
)
