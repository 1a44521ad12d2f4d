import { expect, it } from 'vitest'
import { invitationIn } from '#lib/sign-in/invitation-in.ts'

const CODE = 'x'.repeat(43)

it.each([
  [`/admin/invitation?code=${CODE}`, CODE],
  [`/de/admin/invitation?code=${CODE}`, CODE],
  [`/admin/roles?code=${CODE}`, undefined],
  [`/de?code=${CODE}`, undefined],
  ['/admin/invitation?code=short', undefined],
  ['/admin/invitation', undefined],
  [null, undefined],
])('the invitation in %s is %s', (path, code) => {
  expect(invitationIn(path)).toBe(code)
})
