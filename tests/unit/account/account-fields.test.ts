import { expect, it } from 'vitest'
import { ACCOUNT_FIELDS, outcomesOf } from '#lib/account/account-fields.ts'

const { password, name, author, delete: remove } = ACCOUNT_FIELDS

it.each([
  [
    'every empty field at once',
    password({ password: '', new_password: '', confirm: '' }),
    ['required', 'password', 'required_confirm'],
  ],
  [
    'a repeated password that differs',
    password({ password: 'engine-1843', new_password: 'difference-2', confirm: 'difference-3' }),
    ['mismatch'],
  ],
  [
    'an empty code where there is no password',
    password({ code: '', new_password: 'difference-2', confirm: 'difference-2' }),
    ['code'],
  ],
  ['a user name that is too short', name({ username: 'ada' }), ['bad_username']],
  [
    'no user name before the proof',
    remove({ username: '', password: '' }),
    ['username', 'required'],
  ],
  [
    'a display name before the links',
    author({ display_name: 'x'.repeat(200), links: 'javascript:x' }),
    ['bad_display_name', 'bad_links'],
  ],
])('reports %s', (_, read, outcomes) => {
  expect(read).toEqual(outcomes)
})

it('reads the body of the call, the same password in any normal form', () => {
  const typed = { password: 'engine-1843', new_password: 'diffe\u0301rence-2' }
  expect(password({ ...typed, confirm: 'diff\u00e9rence-2' })).toEqual({
    body: { password: 'engine-1843', new_password: 'diff\u00e9rence-2' },
  })
  expect(remove({ username: ' ada ', code: '12 34-56' })).toEqual({
    body: { username: 'ada', password: '', code: '123456' },
  })
})

it('names the fields that the backend refuses in the order of the form', () => {
  expect(outcomesOf(['links', 'username'])).toEqual(['username', 'bad_links'])
  expect(outcomesOf(['else'])).toEqual(['refused'])
})
