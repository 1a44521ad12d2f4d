import { describe, expect, it } from 'vitest'
import { type Faults, FORM_SCHEMAS, type Mode, parseForm, type Values } from '#lib/auth/form.ts'

const RIGHT = {
  password: { account: 'ada_lovelace', password: 'engine-1843' },
  both: { account: 'ada_lovelace', password: 'engine-1843', code: '012345' },
  code: { email: 'ada@example.com', code: '012345' },
  register: {
    email: 'ada@example.com',
    code: '012345',
    username: 'ada_lovelace',
    password: 'engine-1843',
    confirm: 'engine-1843',
  },
  reset: {
    email: 'ada@example.com',
    code: '012345',
    password: 'engine-1843',
    confirm: 'engine-1843',
  },
} as const satisfies Record<Mode, Values>

describe.each(['password', 'both', 'code', 'register', 'reset'] as const)('the %s form', (mode) => {
  it('takes what is right', () => {
    expect(parseForm(FORM_SCHEMAS[mode], RIGHT[mode])).toMatchObject({ success: true })
  })

  it('names every empty field at once', () => {
    const empty = Object.fromEntries(Object.keys(RIGHT[mode]).map((field) => [field, '']))
    const expected = Object.fromEntries(
      Object.keys(RIGHT[mode]).map((field) => [field, `required_${field}`]),
    )
    expect(parseForm(FORM_SCHEMAS[mode], empty)).toEqual({ success: false, faults: expected })
  })
})

it.each([
  [{ email: 'ada' }, { email: 'email' }],
  [{ email: `${'a'.repeat(28)}@example.com` }, { email: 'email' }],
  [{ username: 'ada' }, { username: 'username' }],
  [{ username: 'a d a' }, { username: 'username' }],
  [{ code: '12345' }, { code: 'code' }],
  [{ password: 'short', confirm: 'short' }, { password: 'password' }],
  [{ confirm: 'engine-1844' }, { confirm: 'mismatch' }],
  [
    { email: 'x', confirm: 'y' },
    { email: 'email', confirm: 'mismatch' },
  ],
] as [Values, Faults][])('registering with %j is wrong in %j', (typed, faults) => {
  expect(parseForm(FORM_SCHEMAS.register, { ...RIGHT.register, ...typed })).toEqual({
    success: false,
    faults,
  })
})
