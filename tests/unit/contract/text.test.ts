import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EMPTY_VALUES } from '#lib/creator/values.ts'
import { buildRequest } from '#lib/creator/request.ts'
import { createRequestSchema } from '#lib/contract/publish.ts'
import { projectSchema } from '#lib/contract/project.ts'
import {
  cleanLine,
  cleanText,
  firstOf,
  lengthOf,
  lineSchema,
  parseTags,
  printable,
  textSchema,
  upTo,
  urlPieces,
  withPlainLineEnds,
} from '#lib/contract/text.ts'
import { buildProject } from '#tests/support/builders.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'

const control = (code: number) => `a${String.fromCharCode(code)}b`

describe('a line that people send', () => {
  it.each([0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0x9f, 0x2028, 0x2029, 0xfffe, 0xffff])(
    'holds no U+%s',
    (code) => expect(lineSchema.safeParse(control(code)).success).toBe(false),
  )

  it.each([0x202a, 0x202d, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff])(
    'holds no direction override and no half of a character: U+%s',
    (code) => expect(lineSchema.safeParse(control(code)).success).toBe(false),
  )

  it.each([
    'Ünïcödé',
    '図書館',
    'اردو\u200f',
    '👩‍🚀 🏳️‍🌈',
    'a\u0301',
    '</style>',
    'x\u00a0y',
    '${x} {url}',
  ])('may be %j', (text) => expect(lineSchema.parse(text)).toBe(text))
})

describe('a text of several lines that people send', () => {
  it('holds line ends and tabs, and no other control characters', () => {
    const text = 'a\r\n\tb\nc\rd\u2028e\u202ef'
    expect(textSchema.parse(text)).toBe(text)
    for (const code of [0x00, 0x0b, 0x1b, 0x7f, 0x85, 0xd800, 0xffff]) {
      expect(textSchema.safeParse(control(code)).success).toBe(false)
    }
  })
})

it('names control characters as the reason of a refusal', () => {
  for (const schema of [lineSchema, textSchema]) {
    const { error } = schema.safeParse(control(0))
    expect(error?.issues).toMatchObject([{ message: 'holds a control character' }])
  }
})

describe('characters', () => {
  it('are code points', () => {
    expect(lengthOf('a👩é')).toBe(3)
    expect(firstOf('👩👩👩', 2)).toBe('👩👩')
    expect(firstOf('👩a', 2)).toBe('👩a')
    expect(firstOf('abc', 3)).toBe('abc')
    expect(firstOf('abc', 2)).toBe('ab')
  })

  it('are limited', () => {
    const schema = upTo(textSchema, 2)
    expect(schema.safeParse('👩👩').success).toBe(true)
    expect(schema.safeParse('abc').error?.issues).toMatchObject([
      { code: 'too_big', origin: 'string', maximum: 2, inclusive: true },
    ])
    expect(z.toJSONSchema(schema)).toMatchObject({ maxLength: 2 })
  })
})

it('line ends become one character', () => {
  expect(withPlainLineEnds('a\r\nb\rc\nd\r\n\r\ne')).toBe('a\nb\nc\nd\n\ne')
})

it('an address breaks after a slash and before query and fragment', () => {
  expect(urlPieces('https://a.example/b/c?d=1&e=2#f')).toEqual([
    'https://a.example/',
    'b/',
    'c',
    '?d=1',
    '&e=2',
    '#f',
  ])
})

it.each([
  ['tree, fruit', ['tree', 'fruit']],
  ['木、果物，庭', ['木', '果物', '庭']],
  ['apple tree,  fruit ', ['apple tree', 'fruit']],
  ['tree,, fruit, ,', ['tree', 'fruit']],
  ['  ', []],
  ['', []],
])('tags typed as %j are %j', (typed, tags) => {
  expect(parseTags(typed)).toEqual(tags)
})

it('line ends and tabs become one space in a line', () => {
  expect(cleanLine('a\r\n\tb\u2028c\u202ed')).toBe('a b cd')
})

describe('every hostile string', () => {
  it.each(HOSTILE_STRINGS)('can be cleaned without losing what can be seen: %s', (_, text) => {
    expect(lineSchema.safeParse(cleanLine(text)).success).toBe(true)
    expect(textSchema.safeParse(cleanText(text)).success).toBe(true)
    const visible = (one: string) => one.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]/gu, '')
    expect(visible(cleanLine(text))).toBe(visible(text))
    expect(visible(cleanText(text))).toBe(visible(text))
  })

  it.each(HOSTILE_STRINGS)('is answered at the same length: %s', (_, text) => {
    expect(printable(text)).toHaveLength(text.length)
    const title = text.slice(0, 200)
    expect(projectSchema.parse(buildProject({ title })).title).toBe(printable(title))
  })
})

it('a form sends pasted text without its control characters', () => {
  const picture = { id: 'p', name: 'p', size: 1, alt: 'x\u0000\u202ey' }
  const parsed = buildRequest(
    {
      ...EMPTY_VALUES,
      title: 'Or\u0000chard',
      description: 'a\u0007\r\nb',
      notes: 'c\u007fd',
      tags: 'tr\u0000ee, fru\u0085it',
      category: 'nature',
      file: picture,
      cover: picture,
      gallery: [picture],
    },
    'icon',
  )
  expect(parsed).toMatchObject({
    success: true,
    data: {
      title: 'Orchard',
      description: 'a\nb',
      notes: 'cd',
      tags: ['tree', 'fruit'],
      alternative_texts: ['xy', 'xy'],
    },
  })
  expect(createRequestSchema.safeParse(parsed.success ? parsed.data : null).success).toBe(true)
})
