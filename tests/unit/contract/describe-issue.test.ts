import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { describeIssue, valueAt } from '#lib/contract/input/describe-issue.ts'
import { CATEGORIES, KINDS, OPERATING_SYSTEMS } from '#lib/contract/kind.ts'
import { createTokenRequestSchema, TOKEN_SCOPES } from '#lib/contract/access-token.ts'
import { listQuerySchema, SORTS } from '#lib/contract/list.ts'
import { CALLS } from '#lib/contract/calls.ts'
import {
  createRequestSchema,
  updateRequestSchema,
  uploadFieldsSchema,
} from '#lib/contract/publish.ts'
import { updateQuerySchema, updatesRequestSchema } from '#lib/contract/update/update.ts'
import { CHANNELS } from '#lib/contract/visibility.ts'

/** What the first issue of a value says of what is accepted. */
function describeFirst(schema: z.ZodType, value: unknown): string {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) throw new Error('The value is valid.')
  return describeIssue(issue, valueAt(value, issue.path))
}

const { shape } = createRequestSchema
const update = updateRequestSchema.shape

describe('an issue says what is accepted', () => {
  it.each([
    [
      'a category',
      shape.category,
      'nonsense',
      `one of ${[...new Set(Object.values(CATEGORIES).flat())].join(', ')}`,
    ],
    ['a category with a slip', shape.category, 'natur', 'did you mean nature?'],
    [
      'a system',
      shape.operating_systems,
      ['mac'],
      `one of ${OPERATING_SYSTEMS.join(', ')}; did you mean macos?`,
    ],
    ['a system in capitals', shape.operating_systems, ['MacOS'], 'did you mean macos?'],
    ['no system', shape.operating_systems, [], 'at least 1 entry'],
    ['a text in place of a list', shape.operating_systems, 'macos', 'a list'],
    [
      'a kind',
      CALLS.categories.query,
      { kind: 'icons' },
      `one of ${KINDS.join(', ')}; did you mean icon?`,
    ],
    ['a sort', listQuerySchema.shape.sort, 'newest', `one of ${SORTS.join(', ')}`],
    ['a page size', listQuerySchema.shape.limit, 1000, 'at most 100'],
    ['a channel', shape.channel, 'beta', `one of ${CHANNELS.join(', ')}`],
    ['a purpose', uploadFieldsSchema, {}, 'one of project, cover, gallery'],
    [
      'a scope',
      createTokenRequestSchema.shape.scopes,
      ['write'],
      `one of ${TOKEN_SCOPES.join(', ')}`,
    ],
    ['too many days', createTokenRequestSchema.shape.days, 366, 'at most 365'],
    ['days as a text', createTokenRequestSchema.shape.days, '30', 'a number'],
    ['half a day', createTokenRequestSchema.shape.days, 0.5, 'a whole number'],
    ['a language', shape.language, 'english', 'one of en, '],
    [
      'a version',
      shape.version,
      '1.0',
      'three numbers such as 1.2.0, or a pre-release such as 1.2.0-beta.1',
    ],
    ['a date as version', shape.version, '2024.01.05', 'did you mean 2024.1.5?'],
    ['a version with a zero in front', shape.version, '2.01.0', 'did you mean 2.1.0?'],
    ['such an oldest application', shape.minimum_version, '01.0.0', 'did you mean 1.0.0?'],
    ['an oldest application', shape.minimum_version, '1.2', 'three numbers such as 1.2.0'],
    ['a time without zone', update.publish_at, '2026-12-24T18:00:00', '2026-12-24T18:00:00Z'],
    ['a date alone', update.publish_at, '2026-12-24', 'a date and time with its zone'],
    ['a time in words', update.publish_at, 'tomorrow', 'a date and time with its zone'],
    ['an id', shape.cover_id, 'a b', 'an id of 1 to 64 letters'],
    ['a missing field', createRequestSchema.pick({ title: true }), {}, 'missing'],
    ['an empty title', shape.title, '', 'not empty'],
    ['a long title', shape.title, 'x'.repeat(201), 'at most 200 characters'],
    ['a title without letters', shape.title, '\u200b', 'has no character that prints'],
    ['a control character', shape.tagline, 'a\u0007', 'holds a control character'],
    ['too many tags', shape.tags, Array.from({ length: 21 }, () => 'a'), 'at most 20 entries'],
    ['a crop', uploadFieldsSchema.shape.crop, '10x10', 'left, top, width and height'],
    [
      'a repository',
      shape.repository_url,
      'https://gitlab.com/a/b',
      'https://github.com/OWNER/NAME',
    ],
    ['a wait', updateQuerySchema.shape.min_age, '1000', 'at most 90'],
    [
      'a version in a list',
      updatesRequestSchema,
      { items: [{ id: 'a', version: '1' }] },
      'three numbers such as 1.2.0',
    ],
    ['an item of no form', updatesRequestSchema, { items: [7] }, 'an object'],
  ])('%s', (_, schema, value, wanted) => {
    expect(describeFirst(schema ?? z.never(), value)).toContain(wanted)
  })

  it('proposes nothing for a value that is like none', () => {
    expect(describeFirst(shape.category, 'xyzzy-plugh')).not.toContain('mean')
    expect(describeFirst(shape.category, 'n'.repeat(100_000))).not.toContain('mean')
    expect(describeFirst(shape.category, { toString: 'nature' })).not.toContain('mean')
  })
})

it('the value at a path is read from what was sent alone', () => {
  expect(valueAt({ items: [{ id: 'a' }] }, ['items', 0, 'id'])).toBe('a')
  for (const path of [['constructor'], ['items', 3, 'id'], ['items', 'length', 'x']]) {
    expect(valueAt({ items: [] }, path)).toBeUndefined()
  }
})
