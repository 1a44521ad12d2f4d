import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import { request } from 'node:http'
import { brotliDecompressSync, constants, createGunzip, gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type StubSite, startSite } from './stub-site.ts'

/* Answers that nothing stores are compressed while they are made. */

const TEXT = 'a line of a list\n'.repeat(500)
const ROUTE = '/api/v1/account/info'
const JSON_TYPE = { 'content-type': 'application/json' }
let site: StubSite
afterEach(() => site.stop())

type Answer = (req: IncomingMessage, res: ServerResponse) => void
const answers = async (answer: Answer) => {
  site = await startSite(answer)
}
const ask = (accepted: string | undefined, method = 'GET') =>
  site.ask(ROUTE, {
    method,
    ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }),
  })
const end =
  (headers: Record<string, string>, body = TEXT): Answer =>
  (_req, res) =>
    void res.setHeaders(new Map(Object.entries({ ...JSON_TYPE, ...headers }))).end(body)
/** Asks, and does not read yet. */
const begin = (accepted: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'accept-encoding': accepted }
    request(site.url + ROUTE, { headers })
      .once('response', resolve)
      .once('error', reject)
      .end()
  })
function flush(res: object) {
  if ('flush' in res && typeof res.flush === 'function') res.flush()
}

it.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0.5, gzip', 'gzip'],
  ['identity', undefined],
  ['br;q=0', undefined],
  [undefined, undefined],
])('to a client that accepts %s the encoding is %s', async (accepted, encoding) => {
  await answers(end({ 'content-length': String(TEXT.length) }))
  const { headers, body } = await ask(accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-length']).toBe(encoding ? undefined : String(TEXT.length))
  expect(headers.vary?.toLowerCase()).toBe('accept-encoding')
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, none: (whole: Buffer) => whole }
  expect(
    decode[encoding === 'br' || encoding === 'gzip' ? encoding : 'none'](body).toString(),
  ).toBe(TEXT)
})

it.each([
  ['of less than a kilobyte', {}, 'a'.repeat(1023), 'accept-encoding'],
  ['with a length of less than a kilobyte', { 'content-length': '5' }, 'short', 'accept-encoding'],
  ['without a body', {}, '', 'accept-encoding'],
  ['that is compressed', { 'content-encoding': 'zstd' }, TEXT, 'accept-encoding'],
  ['that must not be changed', { 'cache-control': 'private, no-transform' }, TEXT, undefined],
  ['of a picture', { 'content-type': 'image/png' }, TEXT, undefined],
  ['of events', { 'content-type': 'text/event-stream' }, TEXT, undefined],
  ['that is a part', { 'content-range': 'bytes 0-1/2' }, TEXT, undefined],
  ['to save', { 'content-disposition': 'attachment' }, TEXT, undefined],
])('an answer %s is sent as it is', async (_what, own, body, vary) => {
  await answers(end(own, body))
  const { headers, text } = await ask('br')
  expect(headers['content-encoding']).toBe(
    'content-encoding' in own ? own['content-encoding'] : undefined,
  )
  expect(text).toBe(body)
  expect(headers.vary?.toLowerCase()).toBe(vary)
})

it('an answer of a kilobyte is compressed', async () => {
  await answers(end({}, 'a'.repeat(1024)))
  expect((await ask('br')).headers['content-encoding']).toBe('br')
})

it('a name in Vary is there once, whatever its case', async () => {
  await answers(end({ vary: 'cookie, Accept-Encoding' }))
  expect((await ask('br')).headers.vary).toBe('cookie, Accept-Encoding')
})

it('HEAD has the headers, and no encoding or body', async () => {
  await answers((_req, res) => void res.writeHead(200, JSON_TYPE).end())
  const { headers, text } = await ask('br', 'HEAD')
  expect(headers['content-encoding']).toBeUndefined()
  expect(headers.vary?.toLowerCase()).toBe('accept-encoding')
  expect(text).toBe('')
})

it('parts of any kind, and a second end, become one body', async () => {
  await answers((_req, res) => {
    res.writeHead(200, JSON_TYPE)
    res.write('"Zwölf ')
    res.write('6b6c', 'hex')
    res.write(Buffer.from('" '))
    res.end('later')
    res.end('lost')
    res.write('lost')
  })
  expect(brotliDecompressSync((await ask('br')).body).toString()).toBe('"Zwölf kl" later')
})

it('what is flushed arrives before the answer ends', async () => {
  let finish: () => void = () => undefined
  await answers((_req, res) => {
    res.writeHead(200, JSON_TYPE)
    res.write(TEXT)
    flush(res)
    finish = () => void res.end('end')
  })
  const res = await begin('gzip')
  const decoded = res.pipe(createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }))
  let text = ''
  decoded.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await expect.poll(() => text).toBe(TEXT)
  finish()
  await expect.poll(() => text).toBe(`${TEXT}end`)
})

/** Bytes that no encoding makes smaller. */
const NOISE = Buffer.from(
  Array.from({ length: 64 * 1024 }, (_, at) => Math.floor(Math.abs(Math.sin(at) * 1e6)) % 256),
)

it('a client that reads slowly is waited for, and gets all', async () => {
  const chunks = 300
  let written = 0
  let isWaiting = false
  await answers((_req, res) => {
    res.writeHead(200, JSON_TYPE)
    function writeMore() {
      isWaiting = false
      while (written < chunks && !isWaiting) {
        written += 1
        isWaiting = !res.write(NOISE)
      }
      if (!isWaiting) res.end()
    }
    res.on('drain', writeMore)
    writeMore()
  })
  const res = await begin('gzip')
  res.pause()
  let before = -1
  // What fits into buffers has been written when nothing more is.
  await expect
    .poll(() => {
      const isSame = before === written
      before = written
      return isSame && isWaiting
    })
    .toBe(true)
  expect(written).toBeLessThan(chunks)
  const decoded = res.pipe(createGunzip())
  let length = 0
  decoded.on('data', (chunk: Buffer) => (length += chunk.length))
  await once(decoded, 'end')
  expect(length).toBe(chunks * NOISE.length)
})

it('a client that leaves ends the answer; what is written later is lost', async () => {
  const open: ServerResponse[] = []
  await answers((_req, res) => {
    open.push(res)
    res.writeHead(200, JSON_TYPE)
    res.write(NOISE)
    flush(res)
  })
  const req = await begin('br')
  const [res] = open
  req.destroy()
  await expect.poll(() => res?.closed).toBe(true)
  for (let at = 0; at < 10; at += 1) res?.write(NOISE)
  res?.end('end')
  // The process goes on.
  ;(await begin('br')).destroy()
  expect(open).toHaveLength(2)
  expect(site.errors).toEqual([])
})
