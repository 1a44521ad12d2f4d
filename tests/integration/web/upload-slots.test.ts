import { beforeEach, expect, it } from 'vitest'
import type { UploadSlots } from '#lib/limits/upload-slots.ts'
import { getProcessState, setProcessState } from '#lib/process-state.ts'
import { answer } from '#tests/support/faulty-backend.ts'
import { COMPLETE, ME, startPlainSite, toForm } from '#tests/support/plain-form.ts'
import { callProxy, signedIn } from '#tests/support/session.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'
import { waitFor } from '#tests/support/wait.ts'

const TYPE = 'multipart/form-data; boundary=x'
const ADDRESS = '198.51.100.1'

const site = await stoppedAtEnd(startPlainSite())

let time = 0
let slots: UploadSlots
beforeEach(async () => {
  site.reset()
  time = 0
  const { createUploadSlots } = await import('#lib/limits/upload-slots.ts')
  slots = createUploadSlots({ now: () => time })
  setProcessState('uploadSlots', slots)
})

/** Takes slots of an account, for bodies of which nothing arrives. */
const hold = (account: string, count: number, address = ADDRESS) =>
  Array.from({ length: count }, () => {
    const slot = slots.take({
      account,
      address,
      headers: new Headers(),
      body: new ReadableStream<Uint8Array>(),
    })
    void slot.body
      ?.getReader()
      .read()
      .catch(() => undefined)
    return slot
  })

type Sent = { cookie?: string; headers?: Record<string, string>; body?: ReadableStream<Uint8Array> }
const begun = () =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Buffer.from('--x')) })
const send = ({ cookie, headers, body = begun() }: Sent) => {
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  return callProxy('/file/upload', {
    ...init,
    ...(cookie !== undefined && { cookie }),
    headers: { 'content-type': TYPE, 'x-client-address': ADDRESS, ...headers },
  })
}

async function expectBusy(response: Response, { isEnded = false } = {}) {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(response.headers.get('connection')).toBe(isEnded ? 'close' : null)
  expect(await response.json()).toMatchObject({ code: 503, reason: 'busy' })
}

it('an account has no more uploads than its share, with any of its sessions', async () => {
  hold(ME.uid, 10, '192.0.2.1')
  await expectBusy(await send({ cookie: await signedIn('good') }))
  await expectBusy(
    await send({ cookie: await signedIn('good'), headers: { 'content-length': '100' } }),
  )
  expect(site.uploads()).toBe(0)
})

it('a network has no more uploads than its share, also with access tokens', async () => {
  for (let at = 0; at < 16; at += 1) hold(`a${at}`, 1)
  const authorization = `Bearer ks_pat_${'a'.repeat(42)}`
  await expectBusy(await send({ headers: { authorization } }))
  expect(site.uploads()).toBe(0)
})

it.each(['100', '100000000'])(
  'a slow upload of %s bytes that makes room for others is answered 503, and the connection ends',
  async (size) => {
    const upload = send({ cookie: await signedIn('good'), headers: { 'content-length': size } })
    // A short one is sent on when it has arrived.
    await waitFor(() => expect(size === '100' ? slots.size() : site.uploads()).toBe(1))
    await new Promise((resolve) => setImmediate(resolve))
    time += 10_000
    // These are too new to be slow.
    for (let at = 0; at < 15; at += 1) hold(`b${at}`, 1)
    await expectBusy(await upload, { isEnded: true })
    expect(slots.size()).toBe(15)
  },
)

it('the length of an upload is passed on, by which the backend recognises a short one', async () => {
  const lengths: unknown[] = []
  site.answerInstead('POST /file/upload', (req, res) => {
    lengths.push(req.headers['content-length'])
    req.resume().once('end', () => answer(res, 200, null))
  })
  const headers = { 'content-length': '7', authorization: `Bearer ks_pat_${'a'.repeat(42)}` }
  await send({ headers, body: new Blob(['a body.']).stream() })
  await send({
    cookie: await signedIn('good'),
    headers: { 'content-length': '7' },
    body: new Blob(['a body.']).stream(),
  })
  const large = 2 * 1024 * 1024
  await send({
    cookie: await signedIn('good'),
    headers: { 'content-length': String(large) },
    body: new Blob([new Uint8Array(large)]).stream(),
  })
  expect(lengths).toEqual(['7', '7', String(large)])
})

it('a form without scripts keeps its texts where there is no slot for its files, and explains it', async () => {
  hold(ME.uid, 10)
  expect((await site.post(toForm(COMPLETE))).location).toBe(
    '/home/user/uploadicon?draft=form0#errors',
  )
  expect(site.errors()).toEqual(['busy'])
  expect(site.forms()[0]?.values).toMatchObject({ title: 'Orchard', description: 'One\nTwo' })
  expect(site.uploads()).toBe(0)
})

it('few forms without a slot are read at a time, so that they do not take the room of uploads', async () => {
  hold(ME.uid, 10)
  const headers = { 'content-type': TYPE, 'x-client-address': ADDRESS }
  const ends: (() => void)[] = []
  const slow = Array.from({ length: 4 }, () => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      void ends.push(() => controller.close())
    return site.post(new ReadableStream<Uint8Array>({ start }), headers)
  })
  await waitFor(() => expect(getProcessState('formReaders')?.usage().busy).toBe(4))
  await site.post(toForm(COMPLETE), { 'x-client-address': ADDRESS })
  expect(site.errors()).toEqual(['busy', 'incomplete'])
  await site.post(toForm(COMPLETE), { 'x-client-address': '192.0.2.1' })
  expect(site.errors()).toEqual(['busy'])
  for (const end of ends) end()
  await Promise.all(slow)
  expect(getProcessState('formReaders')?.usage().busy).toBe(0)
})

it('a form without scripts that has no files needs no slot', async () => {
  hold(ME.uid, 10)
  const { title, key } = COMPLETE
  await site.post(toForm({ title, key }))
  expect(site.errors()).not.toContain('busy')
})

it('the files of a short form without scripts are short uploads', async () => {
  const lengths: unknown[] = []
  site.answerInstead('POST /file/upload', (req, res) => {
    lengths.push(req.headers['content-length'])
    site.call('POST /file/upload', req, res)
  })
  const body = new Response(toForm(COMPLETE))
  const bytes = await body.arrayBuffer()
  await site.post(bytes, {
    'content-type': body.headers.get('content-type') ?? '',
    'content-length': String(bytes.byteLength),
  })
  expect(lengths).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^\d+$/)))
  expect(slots.size()).toBe(0)
})

it('a slow form without scripts that makes room for others keeps what has arrived, and explains it', async () => {
  const start = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nOrchard\r\n--x\r\n'
  const file = 'content-disposition: form-data; name="file"; filename="x.iconpack"\r\n\r\nPK'
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(start + file)),
  })
  const posted = site.post(body, { 'content-type': TYPE, 'x-client-address': ADDRESS })
  await waitFor(() => expect(slots.size()).toBe(1))
  await new Promise((resolve) => setImmediate(resolve))
  time += 10_000
  for (let at = 0; at < 15; at += 1) hold(`b${at}`, 1)
  expect((await posted).location).toBe('/home/user/uploadicon?draft=form0#errors')
  expect(site.errors()).toEqual(['busy', 'incomplete'])
  expect(site.forms()[0]?.values.title).toBe('Orchard')
})
