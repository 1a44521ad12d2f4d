import { describe, expect, it } from 'vitest'
import { nameSchema, problemOf } from '#lib/contract/name/name-schema.ts'
import { DISPLAY_NAME_MAX } from '#lib/contract/limits.ts'
import { firstOf } from '#lib/contract/text.ts'
import { cleanName, isolated, nameProblem, shownName } from '#lib/contract/name/name.ts'
import { createRequestSchema, updateRequestSchema } from '#lib/contract/publish.ts'
import { changeAuthorRequestSchema } from '#lib/contract/author.ts'
import { GOOD_NAMES, HOSTILE_NAMES } from '#tests/support/names.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

const { title } = createRequestSchema.shape
const displayName = changeAuthorRequestSchema.shape.display_name

describe('a name', () => {
  it.each(GOOD_NAMES)('may be %s', (_, name) => {
    expect(nameProblem(name)).toBeNull()
    expect(title.parse(name)).toBe(name)
    const short = firstOf(name, DISPLAY_NAME_MAX)
    expect(displayName.parse(` ${short} `)).toBe(short.trim())
  })

  it.each(Object.entries(HOSTILE_NAMES))('is refused as “%s”', (problem, names) => {
    for (const name of names) {
      expect([name, nameProblem(name)]).toEqual([name, problem])
      const { error } = nameSchema.safeParse(name)
      expect(error?.issues.map(problemOf)).toEqual([problem])
      expect(displayName.safeParse(name).success, name).toBe(false)
    }
  })

  it('is refused with a control character, as every line', () => {
    for (const name of ['a\u0000b', 'a\nb', 'a\tb', 'a\u2028b', 'a\ud800b']) {
      expect(nameSchema.safeParse(name).success, JSON.stringify(name)).toBe(false)
    }
  })

  it('that a project has may be sent back, whatever the rules for new ones are', () => {
    for (const name of ['\u3164', 'abc\u200f', HOSTILE_NAMES.marks[0]]) {
      expect(updateRequestSchema.shape.title.parse(name)).toBe(name)
    }
  })

  it('takes no longer to look at than it is long', async () => {
    const long = 1_000_000
    const worst = ['\u0301', '\u200d', 'e\u0301', '\u0301\u200d', '\u2800'].map((one) =>
      one.repeat(long / one.length),
    )
    await expectWithin(2_000, () => worst.forEach((text) => nameProblem(text)))
  })
})

describe('what is typed as a name', () => {
  it('loses control characters and keeps what changes the direction of text, to be refused', () => {
    expect(cleanName('  Night\t\r\nbus\u0000 ')).toBe('Night bus')
    expect(cleanName('photo\u202egnp')).toBe('photo\u202egnp')
    expect(cleanName('\u3164')).toBe('\u3164')
  })
})

describe('a name inside other text', () => {
  it.each([
    ['of a right-to-left script', 'עברית'],
    ['with a mark', 'abc\u200f'],
    ['of both directions', 'C++ لغة'],
  ])('%s is isolated', (_, name) => expect(isolated(name)).toBe(`\u2068${name}\u2069`))

  it('stays as it is otherwise', () => {
    expect(isolated('Night bus')).toBe('Night bus')
    expect(isolated('小鳥遊ミナ')).toBe('小鳥遊ミナ')
  })
})

it('of an author is the display name, else the user name', () => {
  expect(shownName({ name: 'mina', display_name: '小鳥遊ミナ' })).toBe('小鳥遊ミナ')
  expect(shownName({ name: 'mina', display_name: null })).toBe('mina')
  expect(shownName({ name: 'mina' })).toBe('mina')
})
