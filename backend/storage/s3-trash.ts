import { CopyObjectCommand, DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { DAY } from './folder-trash.ts'
import { type Bucket, orNull, request } from './s3-client.ts'
import { keyOf, listS3, pagesOf } from './s3-keys.ts'
import type { Trash } from './storage.ts'

const TRASH = 'trash/'
/** Requests at the same time while a day is emptied. */
const AT_ONCE = 8

/** The trash of a bucket: one folder per day beside the objects. An object is copied there and then deleted. */
export function createS3Trash(bucket: Bucket, objects: string): Trash {
  const { client, prefix } = bucket
  const partOf = (day: string) => {
    if (!DAY.test(day)) throw new Error('storage: invalid day')
    return `${TRASH}${day}/`
  }
  const remove = (Key: string) =>
    request(() => client.send(new DeleteObjectCommand({ Bucket: bucket.bucket, Key })))
  /** @returns whether the source existed. */
  async function move(from: string, to: string): Promise<boolean> {
    const CopySource = `${bucket.bucket}/${prefix}${from}`
    const copy = { Bucket: bucket.bucket, Key: `${prefix}${to}`, CopySource }
    if (!(await orNull(() => client.send(new CopyObjectCommand(copy))))) return false
    await remove(`${prefix}${from}`)
    return true
  }
  return {
    add: (key, day) => move(`${objects}${keyOf(key)}`, `${partOf(day)}${key}`),
    async days() {
      const days: string[] = []
      const skip = prefix.length + TRASH.length
      for await (const { CommonPrefixes = [] } of pagesOf(bucket, TRASH, '/')) {
        days.push(...CommonPrefixes.map(({ Prefix = '' }) => Prefix.slice(skip, -1)))
      }
      return days.filter((day) => DAY.test(day)).toSorted()
    },
    keys: (day) => listS3(bucket, partOf(day)),
    async restore(key, day) {
      const target = { Bucket: bucket.bucket, Key: `${prefix}${objects}${keyOf(key)}` }
      if (await orNull(() => client.send(new HeadObjectCommand(target)))) return false
      return move(`${partOf(day)}${key}`, `${objects}${key}`)
    },
    async empty(day) {
      const part = partOf(day)
      const limit = pLimit(AT_ONCE)
      for await (const keys of listS3(bucket, part)) {
        await Promise.all(keys.map((key) => limit(() => remove(`${prefix}${part}${key}`))))
      }
    },
  }
}
