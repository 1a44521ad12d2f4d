import { expect, it } from 'vitest'
import { parseAuthor } from '#components/auth/session-store-client.ts'

it('the person kept in the browser is read back', () => {
  const kept = { uid: 'u1', username: 'ada_lovelace' }
  expect(parseAuthor(JSON.stringify(kept))).toEqual(kept)
})

it('of what is kept nothing but id and name is taken', () => {
  const kept = { uid: 'u1', username: 'ada_lovelace', token: 'x', email: 'ada@example.com' }
  expect(parseAuthor(JSON.stringify(kept))).toEqual({ uid: 'u1', username: 'ada_lovelace' })
})

it.each([null, '', '{', 'null', '[]', '"x"', '{"uid":1,"username":"x"}', '{"uid":"u1"}'])(
  'what cannot be read is nobody: %j',
  (text) => {
    expect(parseAuthor(text)).toBeNull()
  },
)
