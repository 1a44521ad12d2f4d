import { expect, it } from 'vitest'
import { parseSessionEnd } from '#lib/browser/session-end.ts'

const cookieOf = (end: unknown) => encodeURIComponent(JSON.stringify(end))

it.each([
  [{ by: 'owner' }, { kind: 'signed out' }],
  [{ by: 'deletion' }, { kind: 'deleted' }],
  [
    { by: 'server', reason: 'no_session', message: 'Bitte; "anmelden" 💡' },
    { kind: 'ended', reason: 'no_session', message: 'Bitte; "anmelden" 💡' },
  ],
  [{ by: 'server' }, { kind: 'ended', reason: '', message: '' }],
  [
    { by: 'server', reason: 1, message: ['x'] },
    { kind: 'ended', reason: '', message: '' },
  ],
])('reads how a session ended from its cookie: %j', (end, change) => {
  expect(parseSessionEnd(cookieOf(end))).toEqual(change)
})

it.each(['', '%', '{', 'null', cookieOf({ by: 'someone' }), cookieOf('owner')])(
  'ignores a malformed cookie: %j',
  (value) => expect(parseSessionEnd(value)).toBeNull(),
)
