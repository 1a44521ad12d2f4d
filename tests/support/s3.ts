import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

/** The bucket of `startS3`, and the only key and secret that it knows. */
export const BUCKET = 'keystrip-files'
const CREDENTIALS = 'S3RVER:S3RVER'

/** An S3-compatible server with an empty bucket, and its `STORAGE_URL`. */
export async function startS3() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: storageUrl(port, BUCKET),
    port,
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** `STORAGE_URL` of a server on this machine. */
export const storageUrl = (port: number, place: string) =>
  `s3://${CREDENTIALS}@127.0.0.1:${port}/${place}?tls=0`
