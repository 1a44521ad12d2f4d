import { GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { z } from 'zod'
import { type Bucket, orNull, request } from '#backend/storage/s3-client.ts'
import type { LockFile } from './bucket-lock.ts'

const answerSchema = z.object({ headers: z.object({ date: z.string() }) })

/** The object that is the lock of a bucket. */
export function lockFileIn({ client, bucket, prefix }: Bucket): LockFile {
  const place = { Bucket: bucket, Key: `${prefix}lock.json` }
  // By the header `Date` of the last answer.
  let clock = { storage: Date.now(), own: performance.now() }
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const date = Date.parse(answerSchema.safeParse(result.response).data?.headers.date ?? '')
      if (!Number.isNaN(date)) clock = { storage: date, own: performance.now() }
      return result
    },
    { step: 'deserialize', name: 'storageClock', priority: 'low' },
  )
  const now = () => clock.storage + performance.now() - clock.own

  async function put(text: string, etag: string | null): Promise<boolean> {
    const send = (condition: object) =>
      client.send(new PutObjectCommand({ ...place, Body: text, ...condition }))
    try {
      await send(etag === null ? { IfNoneMatch: '*' } : { IfMatch: etag })
      return true
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : 0
      // The condition does not hold, or two requests met.
      if (status === 412 || status === 409) return false
      if (status !== 501 && status !== 400) throw error
      // A storage without conditional writes.
      await send({})
      return true
    }
  }
  return {
    async read() {
      const answer = await orNull(() => client.send(new GetObjectCommand(place)))
      if (!answer) return null
      const { Body, ETag: etag = '', LastModified } = answer
      const text = await request(async () => (await Body?.transformToString()) ?? '')
      return { text, etag, ageMs: now() - (LastModified?.getTime() ?? 0) }
    },
    write: (text, etag) => request(() => put(text, etag)),
  }
}
