import { expect, it } from 'vitest'
import { toUserName } from '#backend/services/account/user-name.ts'
import { usernameSchema } from '#lib/contract/account.ts'
import { HOSTILE_STRINGS } from '#tests/support/hostile/strings.ts'
import { cost } from '#tests/support/hostile/processor-time.ts'

it.each([
  ['octo-cat', 'octo-cat'],
  ['Žofie Nováková', 'Zofie-Novakova'],
  ['Søren Ångström', 'Soren-Angstrom'],
  ['Lê Văn Đạt', 'Le-Van-Dat'],
  ['Strauß', 'Strauss'],
  ['Иван Петров', 'Ivan-Petrov'],
  ['Йод Щука', 'Iod-Shchuka'],
  ['Γιώργος Παπαδόπουλος', 'Giorgos-Papadopoulos'],
  ['O’Neill Shaq', 'ONeill-Shaq'],
  ['ada.lovelace', 'ada-lovelace'],
  ['Müller-Lüdenscheidt Wolfgang', 'Muller-Ludenscheidt'],
  ['supercalifragilisticexpialidocious', 'supercalifragilistic'],
  ['Zoë', 'Zoe-user'],
  ['李雷', 'designer-user'],
  ['', 'designer-user'],
])('%j becomes %s', (name, expected) => {
  expect(toUserName(name)).toBe(expected)
})

it('every provider name becomes a valid user name, in linear time', () => {
  const long = ['a', '́', '-', 'ß', '😀', ' '].map((sign) => sign.repeat(200_000))
  const used = cost(() => {
    for (const name of [...HOSTILE_STRINGS.map(([, text]) => text), ...long]) {
      expect(usernameSchema.safeParse(toUserName(name)).success, name.slice(0, 40)).toBe(true)
    }
  })
  expect(used).toBeLessThan(1000)
})
