import { describe, expect, it } from 'vitest'
import { faultsNamed, wordOfAnswer } from '#components/creator/answer.ts'
import type { FormWords } from '#components/creator/words.ts'

/** Words that are their own names. */
const named = (): Record<string, string> => new Proxy({}, { get: (_, name) => `<${String(name)}>` })
const words = { faults: named(), save: { refusals: named() } } as unknown as FormWords
const refused = (said: object) => ({
  ok: false as const,
  code: 400,
  reason: null,
  fields: [],
  message: 'From the server.',
  details: {},
  wait: null,
  ...said,
})

describe('a refused publication', () => {
  it.each([
    ['a fault of a field', { code: 409, reason: 'version_not_higher' }, '<version_not_higher>'],
    ['a file that is needed', { code: 409, reason: 'file_unchanged' }, '<file_unchanged>'],
    ['fields', { fields: ['title', 'tags'] }, '<refused>'],
    ['too many calls', { code: 429, reason: 'too_many' }, '<rate>'],
    ['a full disk', { code: 503, reason: 'disk_full' }, '<disk_full>'],
    ['a change meanwhile', { code: 409, reason: 'stale' }, '<stale>'],
    ['no answer', { code: 0, message: '' }, '<unavailable>'],
    ['a deleted project', { code: 404 }, '<gone>'],
    ['a reason that nobody knows', { code: 418, reason: 'teapot' }, 'From the server.'],
    ['nothing at all', { code: 418, message: '' }, '<refused>'],
  ])('is told by %s', (_, said, word) => {
    expect(wordOfAnswer(words, refused(said))).toBe(word)
  })

  it('marks the fields that it names', () => {
    const named = refused({ fields: ['title', 'gallery_ids', 'unknown'] })
    expect(faultsNamed(named)).toEqual(['title', 'gallery_ids'])
    expect(faultsNamed(refused({ code: 409, reason: 'not_ready' }))).toEqual(['not_ready'])
    expect(faultsNamed(refused({ code: 404, fields: ['cover_id'] }))).toEqual([])
  })
})
