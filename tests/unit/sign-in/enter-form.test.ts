import { describe, expect, it } from 'vitest'
import {
  type FieldErrors,
  FORM_SCHEMAS,
  type Mode,
  parseForm,
  type EnterValues,
} from '#lib/sign-in/enter-form.ts'

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
} as const satisfies Record<Mode, EnterValues>

describe.each(['password', 'both', 'code', 'register', 'reset'] as const)('the %s form', (mode) => {
  it('accepts valid values', () => {
    expect(parseForm(FORM_SCHEMAS[mode], RIGHT[mode])).toMatchObject({ success: true })
  })

  it('reports every empty field at once', () => {
    const empty = Object.fromEntries(Object.keys(RIGHT[mode]).map((field) => [field, '']))
    const expected = Object.fromEntries(
      Object.keys(RIGHT[mode]).map((field) => [field, `required_${field}`]),
    )
    expect(parseForm(FORM_SCHEMAS[mode], empty)).toEqual({ success: false, errors: expected })
  })
})

it.each([
  [{ email: 'ada' }, { email: 'email' }],
  [{ email: `${'a'.repeat(28)}@example.com` }, { email: 'email_long' }],
  [{ username: 'ada' }, { username: 'username' }],
  [{ username: 'a d a' }, { username: 'username' }],
  [{ code: '12345' }, { code: 'code' }],
  [{ password: 'short', confirm: 'short' }, { password: 'password' }],
  [{ confirm: 'engine-1844' }, { confirm: 'mismatch' }],
  [
    { email: 'x', confirm: 'y' },
    { email: 'email', confirm: 'mismatch' },
  ],
] as [EnterValues, FieldErrors][])('registering with %j has the errors %j', (typed, errors) => {
  expect(parseForm(FORM_SCHEMAS.register, { ...RIGHT.register, ...typed })).toEqual({
    success: false,
    errors,
  })
})

it.each(['012 345', ' 012345\n', '012-345', '\u200b0 1 2 3 4 5', '０１２３４５', '01\u00a02345'])(
  'a code may be pasted with separators: %j',
  (code) => {
    const parsed = parseForm(FORM_SCHEMAS.code, { ...RIGHT.code, code })
    expect(parsed).toMatchObject({ success: true, data: { code: '012345' } })
  },
)

it.each(['12345', '1234567', '12345a', '1'.repeat(50), ''])('is not a code: %j', (code) => {
  expect(parseForm(FORM_SCHEMAS.code, { ...RIGHT.code, code }).success).toBe(false)
})

it('names and addresses are trimmed, passwords are not', () => {
  const typed = {
    ...RIGHT.register,
    email: ' ada@example.com\t',
    username: '\u3000ada_lovelace ',
    password: ' engine-1 ',
    confirm: ' engine-1 ',
  }
  expect(parseForm(FORM_SCHEMAS.register, typed)).toMatchObject({
    success: true,
    data: { email: 'ada@example.com', username: 'ada_lovelace', password: ' engine-1 ' },
  })
  expect(parseForm(FORM_SCHEMAS.password, { ...RIGHT.password, account: ' ada ' })).toMatchObject({
    data: { account: 'ada' },
  })
})

it('blank fields count as empty', () => {
  expect(
    parseForm(FORM_SCHEMAS.register, { ...RIGHT.register, email: '  ', username: ' ' }),
  ).toEqual({
    success: false,
    errors: { email: 'required_email', username: 'required_username' },
  })
})

it.each(['пароль-1', 'contraseña7', '暗号暗号暗号1', 'motdepasse٣'])(
  'a password may be written in any script: %s',
  (password) => {
    const typed = { ...RIGHT.register, password, confirm: password.normalize('NFD') }
    expect(parseForm(FORM_SCHEMAS.register, typed)).toMatchObject({ success: true })
  },
)

it('reports addresses and accounts as too long, other fields as invalid', () => {
  const long = `${'a'.repeat(28)}@example.com`
  expect(parseForm(FORM_SCHEMAS.password, { ...RIGHT.password, account: long })).toEqual({
    success: false,
    errors: { account: 'account_long' },
  })
  expect(parseForm(FORM_SCHEMAS.password, { ...RIGHT.password, account: 'a\u0000b' })).toEqual({
    success: false,
    errors: { account: 'account' },
  })
})
