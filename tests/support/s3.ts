import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { refusalOf } from './sigv4.ts'

/** The bucket of `startS3`, and the only key and secret that it knows. */
export const BUCKET = 'keystrip-files'
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }

/** An S3-compatible server with an empty bucket, and its `STORAGE_URL`. It verifies the signature of each request. */
export async function startS3() {
  const directory = await mkdtemp(path.join(os.tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  })
  const inner = await server.run()
  const s3 = {
    /** Added to the clock of the server, in ms. */
    aheadMs: 0,
    /** Codes of refused requests. */
    refused: [] as string[],
    url: '',
    port: 0,
    async stop() {
      front.closeAllConnections()
      front.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  // The server itself accepts any signature.
  const front = createServer((req, res) => {
    verify(req, res).catch(() => res.destroy())
  })
  async function verify(req: IncomingMessage, res: ServerResponse) {
    const body = Buffer.concat(await req.toArray())
    const { method = '', url: target = '', headers } = req
    const now = new Date(Date.now() + s3.aheadMs)
    const date = now.toUTCString()
    const code = refusalOf({ method, target, headers, body }, KEY, now)
    if (code !== undefined) {
      s3.refused.push(code)
      return void res
        .writeHead(403, { 'content-type': 'application/xml', date })
        .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`)
    }
    // The server itself checks the time of a signature, by its own clock.
    const { authorization: _, ...rest } = headers
    const bare = target.replace(
      /(?<=[?&]X-Amz-Date=)[^&]*/,
      new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    )
    const options = { host: '127.0.0.1', port: inner.port, method, path: bare, headers: rest }
    const forwarded = request(options)
    forwarded.on('error', () => res.destroy())
    forwarded.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 500, { ...answer.headers, date })
      answer.pipe(res)
    })
    forwarded.end(body)
  }
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = front.address()
  s3.port = typeof address === 'object' && address ? address.port : 0
  s3.url = storageUrl(s3.port, BUCKET)
  return s3
}

/** `STORAGE_URL` of a server on this machine. */
export const storageUrl = (port: number, place: string) =>
  `s3://${KEY.accessKeyId}:${KEY.secretAccessKey}@127.0.0.1:${port}/${place}?tls=0`
