import { once } from 'node:events'
import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storageOf } from '#backend/storage/open.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { BUCKET, startS3, storageUrl } from '#tests/support/s3.ts'
import { refusalOf } from '#tests/support/sigv4.ts'
import { stoppedAtEnd } from '#tests/support/stopped-at-end.ts'

const BYTES = Buffer.from('0123456789')
const OTHER = Buffer.from('of another project')
const AS = { type: 'application/zip', disposition: 'attachment; filename="a b.iconpack"' }
const HOUR_MS = 3_600_000

let storage: Storage
let signed: URL
const server = await stoppedAtEnd(startS3())
beforeAll(async () => {
  storage = (await storageOf({ STORAGE_URL: `${server.url}&downloads=signed` }, '/nowhere')).storage
  await storage.write('object-1', BYTES)
  await storage.write('object-2', OTHER)
})
beforeEach(async () => {
  server.aheadMs = 0
  signed = await sign()
})

const sign = async (key = 'object-1') => new URL((await storage.signDownload?.(key, AS)) ?? '')

/** Sends a request as it is: `fetch` removes dots from paths, and has a `Host` of its own. */
async function send(url: URL | string, { method = 'GET', headers = {}, body = '' } = {}) {
  const { port, target } = /^http:\/\/127\.0\.0\.1:(?<port>\d+)(?<target>.*)$/.exec(String(url))
    ?.groups ?? { port: '', target: '' }
  const sent = request({ host: '127.0.0.1', port, method, path: target, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  return { status: Number(response.statusCode), headers: response.headers, sent, response }
}
const statusOf = async (...args: Parameters<typeof send>) => {
  const { status, response } = await send(...args)
  response.resume()
  return status
}
const changed = (name: string, value: string | null) => {
  const url = new URL(signed)
  if (value === null) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url
}
const valueOf = (name: string) => signed.searchParams.get(name) ?? ''

describe('the storage of the tests', () => {
  // Of Amazon's documentation: an address, and a request with headers.
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const example = { method: 'GET', body: new Uint8Array() }
  const headers = { host: 'examplebucket.s3.amazonaws.com' }
  const at = new Date('2013-05-24T00:00:00Z')

  it('verifies addresses like Amazon', () => {
    const target =
      '/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404'
    expect(refusalOf({ ...example, headers, target }, key, at)).toBeUndefined()
    expect(refusalOf({ ...example, headers, target, method: 'PUT' }, key, at)).toBe(
      'SignatureDoesNotMatch',
    )
    const later = new Date(at.getTime() + 86_401_000)
    expect(refusalOf({ ...example, headers, target }, key, later)).toBe('AccessDenied')
  })

  it('verifies requests like Amazon', () => {
    const all = {
      ...headers,
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    }
    const one = { ...example, target: '/test.txt', headers: all }
    expect(refusalOf(one, key, at)).toBeUndefined()
    expect(refusalOf({ ...one, body: BYTES }, key, at)).toBe('XAmzContentSHA256Mismatch')
    const headersOfOther = { ...all, range: 'bytes=0-10' }
    expect(refusalOf({ ...one, headers: headersOfOther }, key, at)).toBe('SignatureDoesNotMatch')
  })
})

describe('a signed address', () => {
  it('is for one object, under the name and type of its file, for five minutes', async () => {
    const { status, headers, response } = await send(signed)
    expect([status, Buffer.concat(await response.toArray())]).toEqual([200, BYTES])
    expect(headers).toMatchObject({
      'content-type': AS.type,
      'content-disposition': AS.disposition,
    })
    expect(valueOf('X-Amz-Expires')).toBe('300')
    expect(String(signed)).not.toContain('S3RVER%3A')
    server.aheadMs = 290_000
    expect(await statusOf(signed)).toBe(200)
    server.aheadMs = 302_000
    expect(await statusOf(signed)).toBe(403)
  })

  it.each<[string, () => Promise<URL | string> | URL | string]>([
    ['another object', () => String(signed).replace('object-1', 'object-2')],
    ['the signature of another object', async () => signedLike(await sign('object-2'))],
    ['the folder above', () => String(signed).replace('object-1', 'x/../object-2')],
    ['two slashes', () => String(signed).replace(`/${BUCKET}/`, `/${BUCKET}//`)],
    ['the list of the bucket', () => String(signed).replace(/(?<=keystrip-files\/)[^?]*/, '')],
    ['another bucket', () => String(signed).replace(BUCKET, 'other-files')],
    ['a longer validity', () => changed('X-Amz-Expires', '604800')],
    ['no validity', () => changed('X-Amz-Expires', null)],
    ['an endless validity', () => changed('X-Amz-Expires', 'Infinity')],
    ['a negative validity', () => changed('X-Amz-Expires', '-1')],
    ['two validities', () => `${String(signed)}&X-Amz-Expires=604800`],
    ['a later time', () => changed('X-Amz-Date', '20991231T235959Z')],
    ['another type', () => changed('response-content-type', 'text/html')],
    ['no disposition', () => changed('response-content-disposition', null)],
    ['another disposition', () => changed('response-content-disposition', 'inline')],
    ['a parameter more', () => `${String(signed)}&response-cache-control=public`],
    ['another operation', () => `${String(signed)}&acl`],
    [
      'another key',
      () => changed('X-Amz-Credential', valueOf('X-Amz-Credential').replace('S3RVER', 'ROOT')),
    ],
    [
      'another region',
      () =>
        changed(
          'X-Amz-Credential',
          valueOf('X-Amz-Credential').replace('us-east-1', 'eu-central-1'),
        ),
    ],
    [
      'another day',
      () =>
        changed('X-Amz-Credential', valueOf('X-Amz-Credential').replace(/\/\d{8}\//, '/20300101/')),
    ],
    ['another algorithm', () => changed('X-Amz-Algorithm', 'none')],
    ['no signature', () => changed('X-Amz-Signature', null)],
    ['an empty signature', () => changed('X-Amz-Signature', '')],
    ['half a signature', () => changed('X-Amz-Signature', valueOf('X-Amz-Signature').slice(0, 32))],
    ['no signed header', () => changed('X-Amz-SignedHeaders', '')],
    ['the secret of another site', () => signWith('S3RVER:guessed')],
  ])('changed to %s is refused', async (_, forge) => {
    expect(await statusOf(await forge())).toBe(403)
  })

  it('is for GET alone, at its own host, and without a body or header that changes the answer', async () => {
    for (const method of ['HEAD', 'PUT', 'POST', 'DELETE']) {
      expect(await statusOf(signed, { method, body: method === 'PUT' ? 'other bytes' : '' })).toBe(
        403,
      )
    }
    for (const host of ['files.example', `localhost:${server.port}`, '127.0.0.1']) {
      expect(await statusOf(signed, { headers: { host } }), host).toBe(403)
    }
    const headers = { 'x-amz-security-token': 'stolen' }
    expect(await statusOf(signed, { headers })).toBe(403)
    expect(await storage.readBytes('object-1', { start: 0, end: BYTES.length - 1 })).toEqual(BYTES)
  })

  it('and requests of a backend with a wrong secret are refused, without the secret in the error', async () => {
    const wrong = storageUrl(server.port, BUCKET).replace(':S3RVER@', ':guessed-secret@')
    const { storage: other } = await storageOf({ STORAGE_URL: wrong }, '/nowhere')
    const failure = await other.size('object-1').catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'StorageError' })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('guessed')
    await expect(other.write('object-1', OTHER)).rejects.toThrow('unavailable')
  })
})

/** The signature of another address under this one. */
const signedLike = (other: URL) =>
  changed('X-Amz-Signature', other.searchParams.get('X-Amz-Signature'))

async function signWith(credentials: string) {
  const url = server.url.replace(/\/\/[^@]*@/, `//${credentials}@`)
  const { storage: other } = await storageOf({ STORAGE_URL: `${url}&downloads=signed` }, '/nowhere')
  return (await other.signDownload?.('object-1', AS)) ?? ''
}

it.each([2 * HOUR_MS, -2 * HOUR_MS, 72 * HOUR_MS, -72 * HOUR_MS])(
  'a backend whose clock differs by %d ms reads, writes, and signs addresses that the storage accepts',
  async (aheadMs) => {
    server.aheadMs = aheadMs
    const url = `${server.url}&downloads=signed`
    const { storage: skewed } = await storageOf({ STORAGE_URL: url }, '/nowhere')
    await skewed.write('object-3', BYTES)
    expect(await skewed.size('object-3')).toBe(BYTES.length)
    const address = new URL((await skewed.signDownload?.('object-3', AS)) ?? '')
    expect(await statusOf(address)).toBe(200)
    server.aheadMs += 302_000
    expect(await statusOf(address)).toBe(403)
  },
)
