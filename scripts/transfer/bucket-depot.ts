import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3'
import type { S3Address } from '#backend/storage/s3-address.ts'
import { type Bucket, connectS3, request } from '#backend/storage/s3-client.ts'
import { pagesOf } from '#backend/storage/s3-keys.ts'
import type { Patience } from '#backend/storage/s3-patience.ts'
import { abortUnfinished, upload } from '#backend/storage/s3.ts'
import { explained, explainedStream, fromSource } from './bucket-failure.ts'
import { takeBucketLock } from './bucket-lock.ts'
import { lockFileIn } from './bucket-lock-file.ts'
import type { Depot } from './depot.ts'

/** Answers to reading an object that bring nothing more of it, one after the other. */
const READS_MAX = 5

/** Backups in a bucket, under the same names as in a folder. */
export function openBucket(address: S3Address, patience: Patience): Depot {
  const { endpoint, bucket, prefix } = address
  const host = endpoint?.replace(/^https?:\/\//, '') ?? ''
  const place = `s3://${host}/${bucket}${prefix && `/${prefix.slice(0, -1)}`}`
  const connected = connectS3(address, patience)
  const lockFile = lockFileIn(connected)
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` })
  const about = { address, place, patience }
  const asked = <T>(work: () => Promise<T>) => explained(work, about)
  return {
    kind: 'bucket',
    place,
    atOnce: 8,
    list: (part) => explainedStream(listed(connected, part), about),
    read: (name) => explainedStream(readWhole(connected, at(name), patience), about),
    write: (name, bytes) => asked(() => upload(connected, at(name), fromSource(bytes))),
    async remove(name) {
      const command = new DeleteObjectCommand(at(name))
      await asked(() => request(() => connected.client.send(command)))
    },
    async removeUnfinished() {
      await asked(() => abortUnfinished(connected, '', new Date()))
    },
    lock() {
      const read = () => asked(lockFile.read)
      const write: typeof lockFile.write = (text, etag) => asked(() => lockFile.write(text, etag))
      return takeBucketLock({ read, write }, place, { settleMs: 2 * patience.pauseMs })
    },
  }
}

async function* listed(bucket: Bucket, part: string): AsyncGenerator<[string, number][]> {
  const isRoot = part === 'root'
  const skip = bucket.prefix.length
  const pages = isRoot ? pagesOf(bucket, '', '/') : pagesOf(bucket, `${part}/`)
  for await (const { Contents = [], CommonPrefixes = [] } of pages) {
    const files = Contents.map(({ Key = '', Size = 0 }): [string, number] => [
      Key.slice(skip),
      Size,
    ])
    const folders = CommonPrefixes.map(({ Prefix = '' }): [string, number] => [
      Prefix.slice(skip, -1),
      0,
    ])
    yield [...files, ...folders]
  }
}

/** The bytes of an object. Goes on where an answer ended before the object. */
async function* readWhole(
  { client }: Bucket,
  place: { Bucket: string; Key: string },
  { pauseMs }: Patience,
): AsyncGenerator<Uint8Array> {
  let size = Infinity
  let done = 0
  let etag: string | undefined
  let attempts = 0
  while (done < size) {
    const rest = done > 0 ? { Range: `bytes=${done}-`, IfMatch: etag } : {}
    const command = new GetObjectCommand({ ...place, ...rest })
    const { Body, ContentLength, ETag } = await request(() => client.send(command))
    if (!(Body instanceof Readable)) throw new Error('the answer has no body')
    if (done === 0) size = ContentLength ?? Infinity
    etag = ETag
    const before = done
    try {
      for await (const chunk of Body) {
        if (!(chunk instanceof Uint8Array)) continue
        done += chunk.byteLength
        yield chunk
      }
      if (size === Infinity) return
      if (done < size) throw new Error('the answer ended before the object')
    } catch (error) {
      attempts = done > before ? 1 : attempts + 1
      if (attempts === READS_MAX) throw error
      await delay(pauseMs)
    } finally {
      Body.destroy()
    }
  }
}
