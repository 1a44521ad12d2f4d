import { expect, it } from 'vitest'
import { parseEnd } from '#components/auth/session-store-client.ts'

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
])('how a session ended is read from its cookie: %j', (end, change) => {
  expect(parseEnd(cookieOf(end))).toEqual(change)
})

it.each(['', '%', '{', 'null', cookieOf({ by: 'somebody' }), cookieOf('owner')])(
  'what cannot be read says nothing: %j',
  (value) => expect(parseEnd(value)).toBeNull(),
)
