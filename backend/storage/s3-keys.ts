import { ListObjectsV2Command, type ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import { KEY } from './folder-keys.ts'
import { type Bucket, request } from './s3-client.ts'

/** Objects are under this part of the prefix; the trash and the mark are beside it. */
export const OBJECTS = 'objects/'

/** @throws Error for an invalid key. */
export function keyOf(key: string): string {
  if (!KEY.test(key)) throw new Error('storage: invalid key')
  return key
}

/** The answers to a listing, a page of at most 1000 at a time. */
export async function* pagesOf(
  { client, bucket, prefix }: Bucket,
  part: string,
  delimiter?: string,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  let token: string | undefined
  do {
    const page: ListObjectsV2CommandOutput = await request(() =>
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${prefix}${part}`,
          Delimiter: delimiter,
          ContinuationToken: token,
        }),
      ),
    )
    yield page
    token = page.NextContinuationToken
  } while (token !== undefined)
}

/** The keys of the objects in a part of the bucket, a page at a time; other objects are skipped. */
export async function* listS3(bucket: Bucket, part: string): AsyncIterable<string[]> {
  const skip = bucket.prefix.length + part.length
  for await (const { Contents = [] } of pagesOf(bucket, part)) {
    const names = Contents.map(({ Key = '' }) => Key.slice(skip))
    const keys = names.filter((name) => KEY.test(name))
    if (keys.length > 0) yield keys
  }
}
