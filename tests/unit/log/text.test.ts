import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { describeError, redact, redactPath, withoutQueries } from '#lib/log/text.ts'
import { expectWithin } from '#tests/support/processor-time.ts'

describe('log text', () => {
  it.each([
    ['GET /home/search?q=private failed', 'GET /home/search?… failed'],
    ['https://x.example/a/b?code=1&state=2 said no', 'https://x.example/a/b?… said no'],
    ['"/change?password=hunter2"', '"/change?…"'],
    ['really? yes/no? maybe', 'really? yes/no? maybe'],
    ['/a?b=1 and /c?d=2', '/a?… and /c?…'],
  ])('%j becomes %j', (text, logged) => {
    expect(withoutQueries(text)).toBe(logged)
  })

  it.each([
    ['550 5.1.1 <ada@example.com> unknown', '550 5.1.1 <…@…> unknown'],
    ['smtp://me:hunter2@mail.example:587 refused', 'smtp://…@mail.example:587 refused'],
    ['sent Authorization: Bearer abcdef123456', 'sent Authorization: Bearer …'],
    ['Cookie: session=abc; other=d', 'Cookie: …'],
    ['a bearer of news', 'a bearer of news'],
  ])('%j becomes %j', (text, logged) => {
    expect(redact(text)).toBe(logged)
  })

  it.each([
    ['/fr/home/iconpack/detail/a-b_c', '/fr/home/iconpack/detail/a-b_c'],
    ['/home/ada@example.com/x', '/home/…/x'],
    [`/reset/${'t'.repeat(43)}`, '/reset/…'],
    ['/a b/c', '/…/c'],
  ])('the path %j becomes %j', (path, logged) => {
    expect(redactPath(path)).toBe(logged)
  })

  it('is cleaned in linear time', () =>
    expectWithin(1000, () => {
      redact(`${'/'.repeat(50_000)} ${'a://'.repeat(20_000)} ${'?'.repeat(50_000)}`)
      redact(`${'a'.repeat(100_000)}@ ${'bearer '.repeat(20_000)} ${'@'.repeat(50_000)}`)
    }))
})

describe('a logged error', () => {
  it('of the database has statement and code, but no values', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) already exists.',
    })
    const error = new DrizzleQueryError('insert into t values ($1)', ['ada@example.com'], cause)
    const logged = describeError(error)
    expect(logged).toMatchObject({
      message: expect.stringContaining('insert into t values ($1)'),
      cause: { message: 'duplicate key', code: '23505' },
    })
    expect(JSON.stringify(logged)).not.toContain('ada@example.com')
  })

  it('has no values that contain line breaks', () => {
    const error = new DrizzleQueryError('select $1', ['first-1\ntwo: hunter2\nthird-3'])
    expect(JSON.stringify(describeError(error))).not.toMatch(/first-1|hunter2|third-3/)
  })

  it('has no value that the message quotes', () => {
    const invalid = new Error('invalid input syntax for type uuid: "hunter2"')
    const database = Object.assign(invalid, { code: '22P02' })
    const text = new SyntaxError(`Unexpected token 'h', "hunter2" is not valid JSON`)
    expect(JSON.stringify([database, text].map((one) => describeError(one)))).not.toMatch(/hunter2/)
  })

  it('that is its own cause is finite', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(describeError(error)).length).toBeLessThan(20_000)
  })
})
