import * as fc from 'fast-check'
import { HOSTILE_STRINGS } from './strings.ts'

const texts = HOSTILE_STRINGS.map(([, text]) => text)

/** JSON values that a parser, a schema or a database may stumble over. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...texts,
      'a\0b',
      '\ud83d',
      '',
      ' ',
      '\u{1f31e}'.repeat(50),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      0,
      -0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      1e308,
      -1e308,
      '99999999999999999999',
      '1e400',
      '0x10',
      '9999-12-31T23:59:59Z',
      '+275760-09-13T00:00:00Z',
      '0000-01-01T00:00:00Z',
    ),
  },
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [''], ['\ud83d'], ['a\0']),
  fc.constantFrom<unknown>(
    JSON.parse('{"__proto__":{"a":1}}'),
    JSON.parse('{"constructor":{"prototype":1}}'),
    { toString: 1 },
    { length: -1 },
    Array.from({ length: 100 }, () => 'a'),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
)
