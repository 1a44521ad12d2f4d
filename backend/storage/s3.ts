import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { boundChunks } from '#lib/limits/read-bounded.ts'
import { digestChunks } from './digest-chunks.ts'
import { attempt, ObjectMissingError, StorageError } from './error.ts'
import type { ByteRange } from './file.ts'
import { type Bucket, orNull, request, toStorageError } from './s3-client.ts'
import { keyOf, listS3, OBJECTS } from './s3-keys.ts'
import { createS3Trash } from './s3-trash.ts'
import type { Storage } from './storage.ts'
import { temporaryFolder } from './temporary-folder.ts'

const DATABASE_ID = 'database-id'
/** Of a multipart upload, the least that S3 allows: two parts at a time are in memory, and each has a time limit. */
const PART_BYTES = 5 * 1024 * 1024
const PARTS_AT_ONCE = 2

/** Stores objects in a bucket of an S3-compatible storage, all under its prefix. */
export function createS3Storage(bucket: Bucket): Storage {
  const { client, prefix } = bucket
  const at = (key: string) => ({ Bucket: bucket.bucket, Key: `${prefix}${OBJECTS}${keyOf(key)}` })
  const mark = { Bucket: bucket.bucket, Key: `${prefix}${DATABASE_ID}` }
  const head = (key: string) => {
    const command = new HeadObjectCommand(at(key))
    return orNull(() => client.send(command))
  }
  const get = (key: string, range: ByteRange) => getBody(bucket, at(key), range)
  return {
    async write(key, bytes) {
      const command = new PutObjectCommand({ ...at(key), Body: bytes })
      await request(() => client.send(command))
    },
    async writeStream(key, bytes, { maxBytes, signal }) {
      const digest = { hash: createHash('sha256'), size: 0 }
      await upload(bucket, at(key), digestChunks(boundChunks(bytes, maxBytes), digest, signal))
      return { size: digest.size, sha256: digest.hash.digest('hex') }
    },
    size: async (key) => (await head(key))?.ContentLength ?? null,
    writtenAt: async (key) => (await head(key))?.LastModified ?? null,
    async remove(key) {
      const command = new DeleteObjectCommand(at(key))
      await request(() => client.send(command))
    },
    async read(key, range) {
      const body = await get(key, range)
      // A failure before the consumer attaches: iterating the stream throws it again.
      body.on('error', () => undefined)
      await attempt(() => once(body, 'readable'))
      return body
    },
    async readBytes(key, { start, end }) {
      const body = await get(key, { start, end })
      const bytes = await attempt(async () => Buffer.concat(await body.toArray()))
      if (bytes.length !== end - start + 1) {
        throw new ObjectMissingError(new Error('the object ends within the range'))
      }
      return bytes
    },
    withFile: (key, use) => withDownload(bucket, at(key), use),
    keys: () => listS3(bucket, OBJECTS),
    removeUnfinished: (before) => abortUnfinished(bucket, OBJECTS, before),
    async databaseId() {
      const found = await orNull(() => client.send(new GetObjectCommand(mark)))
      if (!found) return null
      const id = await request(async () => (await found.Body?.transformToString()) ?? '')
      return /^[\w-]{1,100}$/.test(id.trim()) ? id.trim() : 'unreadable'
    },
    async setDatabaseId(id) {
      await request(() => client.send(new PutObjectCommand({ ...mark, Body: `${id}\n` })))
    },
    async freeBytes() {
      await request(() => client.send(new HeadBucketCommand({ Bucket: bucket.bucket })))
      return null
    },
    trash: createS3Trash(bucket, OBJECTS),
  }
}

type Place = { Bucket: string; Key: string }

/** Writes an object in parts. @throws what the source throws; nothing is left then. */
export async function upload(
  { client }: Bucket,
  place: Place,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  let failure: unknown
  /** A failed request destroys the stream, which throws into this generator: only what the source throws counts. */
  async function* watched() {
    const source = chunks[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await source.next().catch((error: unknown) => {
          failure = error
          throw error
        })
        if (next.done) return
        yield next.value
      }
    } finally {
      await source.return?.()
    }
  }
  const transfer = new Upload({
    client,
    params: { ...place, Body: Readable.from(watched(), { objectMode: false }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  })
  try {
    await request(() => transfer.done())
  } catch (error) {
    throw failure ?? error
  }
}

/** The bytes of an object, or of a range of it. */
async function getBody({ client }: Bucket, place: Place, range?: ByteRange): Promise<Readable> {
  const part = range && { Range: `bytes=${range.start}-${range.end}` }
  const { Body } = await request(() => client.send(new GetObjectCommand({ ...place, ...part })))
  if (!(Body instanceof Readable)) throw new StorageError(new Error('the answer has no body'))
  return Body
}

/** A local copy of an object, for as long as `use` runs. */
async function withDownload<T>(
  bucket: Bucket,
  place: Place,
  use: (file: string) => Promise<T>,
): Promise<T> {
  await using folder = await temporaryFolder('object')
  const file = path.join(folder.path, 'object')
  const body = await getBody(bucket, place)
  await attempt(() => pipeline(body, createWriteStream(file, { mode: 0o600 })))
  return await use(file)
}

/** Parts of uploads that never ended take space that no listing shows. @returns how many in a part of the bucket were removed. */
export async function abortUnfinished(
  { client, bucket, prefix }: Bucket,
  part: string,
  before: Date,
): Promise<number> {
  let removed = 0
  let next: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> = {}
  try {
    do {
      const page: ListMultipartUploadsCommandOutput = await client.send(
        new ListMultipartUploadsCommand({
          Bucket: bucket,
          Prefix: `${prefix}${part}`,
          KeyMarker: next.NextKeyMarker,
          UploadIdMarker: next.NextUploadIdMarker,
        }),
      )
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (!Key || !UploadId || !Initiated || Initiated >= before) continue
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
        removed += 1
      }
      next = page.IsTruncated ? page : {}
    } while (next.NextKeyMarker !== undefined)
  } catch (error) {
    // Some servers cannot list them; they remove old ones by themselves.
    if (!(error instanceof S3ServiceException) || !UNSUPPORTED.has(error.name)) {
      throw toStorageError(error)
    }
  }
  return removed
}

const UNSUPPORTED = new Set(['NotImplemented', 'MethodNotAllowed'])
