import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ObjectMissingError, StorageError } from '#backend/storage/error.ts'
import { storageOf } from '#backend/storage/open.ts'
import { storageUrlSchema } from '#backend/storage/s3-address.ts'
import { startS3, storageUrl } from '#tests/support/s3.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A storage whose server gives the answers of the test. */
async function storageThat(answer: RequestListener) {
  const listening = createServer(answer)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  return (await storageOf({ STORAGE_URL: storageUrl(port, 'files') }, '/nowhere')).storage
}
const range = { start: 0, end: 9 }
const reasonOf = async (operation: () => Promise<unknown>) => {
  const [result] = await Promise.allSettled([operation()])
  return result.status === 'rejected' ? result.reason : undefined
}

describe('a storage server', () => {
  it('that fails once is asked again', async () => {
    let asked = 0
    const storage = await storageThat((_, response) => {
      asked += 1
      response.writeHead(asked === 1 ? 503 : 200).end()
    })
    await storage.write('object', Buffer.from('bytes'))
    expect(asked).toBe(2)
  })

  it('that fails is unavailable, whatever is asked of it, and no secret is in the reason', async () => {
    const storage = await storageThat((_, response) => response.writeHead(500).end())
    for (const operation of [
      () => storage.size('object'),
      () => storage.read('object', range),
      () => storage.write('object', Buffer.from('bytes')),
      () => storage.remove('object'),
      () => Array.fromAsync(storage.keys()),
      () => storage.trash.add('object', '2026-06-01'),
      () => storage.removeUnfinished(new Date()),
      () => storage.freeBytes(),
      () => storage.databaseId(),
    ]) {
      const reason = await reasonOf(operation)
      expect(reason).toBeInstanceOf(StorageError)
      expect(reason).not.toBeInstanceOf(ObjectMissingError)
      expect(JSON.stringify([reason, reason.cause])).not.toMatch(/S3RVER|Signature/)
    }
  })

  it('that fails while a stream is sent is unavailable; what the source throws is thrown as it is', async () => {
    const storage = await storageThat((_, response) => response.writeHead(500).end())
    async function* chunks(count: number) {
      for (let sent = 0; sent < count; sent += 1) {
        await setImmediate()
        yield Buffer.alloc(1024 * 1024)
      }
    }
    const send = (source: AsyncIterable<Uint8Array>) =>
      reasonOf(() => storage.writeStream('object', source, { maxBytes: Infinity }))
    const reasons = await Promise.all([1, 6, 12, 24].map((count) => send(chunks(count))))
    for (const reason of reasons) expect(reason).toBeInstanceOf(StorageError)
    const broken = new Error('the client left')
    async function* breaking() {
      yield* chunks(2)
      throw broken
    }
    expect(await send(breaking())).toBe(broken)
  })

  it('that refuses connections is unavailable', async () => {
    const { storage } = await storageOf({ STORAGE_URL: storageUrl(1, 'files') }, '/nowhere')
    expect(await reasonOf(() => storage.size('object'))).toBeInstanceOf(StorageError)
  })

  it('that has no space left reports a full disk', async () => {
    const storage = await storageThat((_, response) => response.writeHead(507).end())
    const reason = await reasonOf(() => storage.write('object', Buffer.from('bytes')))
    expect(reason).toMatchObject({ code: 'disk_full' })
  })

  it('whose answer ends too early is unavailable, not a shorter object', async () => {
    const storage = await storageThat((_, response) => {
      response.writeHead(206, { 'content-length': 10 })
      response.write('01234', () => response.destroy())
    })
    expect(await reasonOf(() => storage.readBytes('object', range))).toBeInstanceOf(StorageError)
  })

  it('without the bucket is unavailable: its objects are not missing', async () => {
    const s3 = await startS3()
    const { storage } = await storageOf({ STORAGE_URL: storageUrl(s3.port, 'other') }, '/nowhere')
    const reason = await reasonOf(() => storage.read('object', range))
    await s3.stop()
    expect(reason).toBeInstanceOf(StorageError)
    expect(reason).not.toBeInstanceOf(ObjectMissingError)
  })
})

describe('STORAGE_URL', () => {
  it('names server, bucket, prefix, region and credentials', () => {
    const url = 's3://KEY:a%2Fb@store.example:9000/files/key/strip?region=eu-west-1&tls=0'
    expect(storageUrlSchema.parse(url)).toEqual({
      endpoint: 'http://store.example:9000',
      bucket: 'files',
      prefix: 'key/strip/',
      region: 'eu-west-1',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
      signsDownloads: false,
      publicEndpoint: null,
    })
    const signed = storageUrlSchema.parse(`${url}&downloads=signed&public=https://get.example/`)
    expect(signed.signsDownloads).toBe(true)
    expect(signed.publicEndpoint).toBe('https://get.example')
    expect(storageUrlSchema.parse('s3:///files')).toEqual({
      endpoint: null,
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      credentials: null,
      signsDownloads: false,
      publicEndpoint: null,
    })
  })

  it.each([
    'https://store.example/files',
    's3://store.example',
    's3://store.example/Files',
    's3://store.example/files/%2e%2e',
    's3://KEY@store.example/files',
    's3://KEY:%E0@store.example/files',
    's3://store.example/files?acl=public',
    's3://store.example/files?downloads=always',
    's3://store.example/files?public=https://user@get.example/path',
  ])('%s is refused without its value in the message', (value) => {
    const { error } = storageUrlSchema.safeParse(value)
    expect(error?.issues).toHaveLength(1)
    expect(error?.message).not.toContain('store.example')
  })
})
