import { describe, expect, it } from 'vitest'
import { uploadErrorOf } from '#lib/creator/check-file.ts'
import { fieldErrorsOf, publicationMessage, refusalMessage } from '#lib/creator/refusal.ts'

const refused = (overrides: object) => ({
  ok: false as const,
  code: 400,
  reason: null,
  fields: [],
  message: 'From the server.',
  details: {},
  wait: null,
  ...overrides,
})

describe('a refused publication', () => {
  it.each([
    ['a field error', { code: 409, reason: 'version_not_higher' }, { error: 'version_not_higher' }],
    ['a required file', { code: 409, reason: 'file_unchanged' }, { error: 'file_unchanged' }],
    ['invalid fields', { fields: ['title', 'tags'] }, { refusal: 'refused' }],
    ['too many calls', { code: 429, reason: 'too_many' }, { refusal: 'rate' }],
    ['a full disk', { code: 503, reason: 'disk_full' }, { refusal: 'disk_full' }],
    ['a concurrent change', { code: 409, reason: 'stale' }, { refusal: 'stale' }],
    ['no answer', { code: 0, message: '' }, { refusal: 'unavailable' }],
    ['a deleted project', { code: 404 }, { refusal: 'gone' }],
    ['an unknown reason', { code: 418, reason: 'teapot' }, null],
    ['an empty answer', { code: 418, message: '' }, { refusal: 'refused' }],
  ])('has the message of %s', (_, overrides, message) => {
    expect(publicationMessage(refused(overrides))).toEqual(message)
  })

  it('has the server’s message for an unknown reason alone', () => {
    expect(refusalMessage(refused({ code: 418, reason: 'teapot' }))).toBeNull()
    expect(refusalMessage(refused({ code: 418, reason: 'toString' }))).toBeNull()
  })

  it('marks the fields that it names', () => {
    const answer = refused({ fields: ['title', 'gallery_ids', 'unknown'] })
    expect(fieldErrorsOf(answer)).toEqual(['title', 'gallery_ids'])
    expect(fieldErrorsOf(refused({ code: 409, reason: 'not_ready' }))).toEqual(['not_ready'])
    expect(fieldErrorsOf(refused({ code: 404, fields: ['cover_id'] }))).toEqual([])
  })
})

describe('an upload', () => {
  it.each([
    ['overloaded', 'busy'],
    ['busy', 'busy'],
    ['bad_archive', 'bad_archive'],
    ['toString', undefined],
    [null, undefined],
  ])('refused for %s has the message %s', (reason, message) => {
    expect(uploadErrorOf(reason)).toBe(message)
  })
})
