import { beforeEach, expect, it } from 'vitest'
import { envelopeSchema } from '#lib/contract/envelope.ts'
import { createUploadSlots } from '#lib/limits/upload-slots.ts'
import { createdToken } from '#tests/support/access-tokens.ts'
import { registered } from '#tests/support/accounts.ts'
import { testBackend } from '#tests/support/backend.ts'
import { buildStandardFile } from '#tests/support/containers.ts'
import { NO_FILES, storedFiles, upload } from '#tests/support/publishing.ts'
import { waitFor } from '#tests/support/wait.ts'

const SECRET = 'a secret of web app and backend'
let time = 0
const uploadSlots = createUploadSlots({ now: () => time })
const backend = await testBackend({ uploadSlots, internalSecret: SECRET })
beforeEach(() => backend.clear())

const HEAD =
  '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nproject\r\n' +
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.iconpack"\r\n\r\n'

/** An upload that has begun; its client sends no more until it is left. */
function begin(token: string, address: string, headers: Record<string, string> = {}) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode(HEAD + 'x'.repeat(1000)))
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    body: readable,
    duplex: 'half',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'x-client-address': address,
      'x-internal-secret': SECRET,
      ...headers,
    },
  }
  const response = Promise.resolve(backend.app.request('/api/v1/file/upload', init))
  return {
    response,
    async leave() {
      await writer.abort(new Error('gone')).catch(() => undefined)
      await response
    },
  }
}
const untilHeld = (count: number) => waitFor(() => expect(uploadSlots.size()).toBe(count))
const untilPending = (count: number) =>
  waitFor(async () => expect((await storedFiles(backend)).rows).toBe(count))
const answerTo = async ({ response }: ReturnType<typeof begin>) => {
  const answer = await response
  const { reason } = envelopeSchema.parse(await answer.json())
  const { headers, status } = answer
  return {
    status,
    reason,
    retry: headers.get('retry-after'),
    connection: headers.get('connection'),
  }
}
const account = (name: string) =>
  registered(backend, { username: name, email: `${name}@example.com` })

it('an account has a quarter of the slots, by session and by tokens together', async () => {
  const ada = await account('ada_lovelace')
  const { secret } = await createdToken(backend, ada)
  const own = Array.from({ length: 10 }, (_, at) => begin(at % 2 ? ada : secret, `192.0.2.${at}`))
  await untilHeld(10)
  const refused = { status: 503, reason: 'busy', retry: '5', connection: null }
  const short = { 'content-length': '2000' }
  expect(await answerTo(begin(secret, '198.51.100.1'))).toEqual(refused)
  expect(await answerTo(begin(ada, '198.51.100.1', short))).toEqual(refused)
  await Promise.all(own.map(({ leave }) => leave()))
  await untilHeld(0)
  expect(await upload(backend, ada, { bytes: buildStandardFile('icon') })).toMatchObject({
    status: 200,
  })
})

it('a slow upload that makes room for others is answered 503, ends the connection and leaves nothing', async () => {
  const [ada, charles] = [await account('ada_lovelace'), await account('charles_babbage')]
  const own = Array.from({ length: 10 }, () => begin(ada, '198.51.100.1'))
  const others = Array.from({ length: 5 }, () => begin(charles, '198.51.100.1'))
  await untilHeld(15)
  await untilPending(15)
  time += 10_000
  const newcomer = begin(charles, '198.51.100.1', { 'content-length': '2000' })
  const first = await Promise.race(own.map(answerTo))
  expect(first).toEqual({ status: 503, reason: 'busy', retry: '5', connection: 'close' })
  await untilPending(15)
  await Promise.all([...own, ...others, newcomer].map(({ leave }) => leave()))
  await untilHeld(0)
  expect(await storedFiles(backend)).toEqual(NO_FILES)
})
