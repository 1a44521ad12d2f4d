import { expect, it } from 'vitest'
import { securityText } from '#lib/seo/security-text.ts'

const DAY_MS = 24 * 3600 * 1000

it('security.txt has the fields required by RFC 9116 and expires within a year', () => {
  const now = Date.parse('2026-11-21T15:30:00Z')
  expect(securityText(now).split('\n')).toEqual([
    'Contact: mailto:support@keystrip.example',
    'Expires: 2027-05-20T00:00:00.000Z',
    'Preferred-Languages: en, fr, zh-cn, ja, de',
    'Canonical: http://localhost:3000/.well-known/security.txt',
    '',
  ])
  expect(securityText(now + 8 * 3600 * 1000)).toBe(securityText(now))
  expect(securityText(now + DAY_MS)).not.toBe(securityText(now))
})
