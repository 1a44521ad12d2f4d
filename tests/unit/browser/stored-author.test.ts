import { afterEach, expect, it, vi } from 'vitest'
import { readAuthor } from '#lib/browser/stored-author.ts'
import { stubStorage } from '#tests/support/browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const store = (text: string | null) => stubStorage(text === null ? {} : { authorInfo: text })

it('reads back the account that the browser has stored', () => {
  const author = { uid: 'u1', username: 'ada_lovelace' }
  store(JSON.stringify(author))
  expect(readAuthor()).toEqual(author)
})

it('takes only id and name of the stored account', () => {
  const author = { uid: 'u1', username: 'ada_lovelace', token: 'x', email: 'ada@example.com' }
  store(JSON.stringify(author))
  expect(readAuthor()).toEqual({ uid: 'u1', username: 'ada_lovelace' })
})

it.each([null, '', '{', 'null', '[]', '"x"', '{"uid":1,"username":"x"}', '{"uid":"u1"}'])(
  'reads no account from %j',
  (text) => {
    store(text)
    expect(readAuthor()).toBeNull()
  },
)
