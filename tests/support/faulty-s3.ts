import { once } from 'node:events'
import { createServer, IncomingMessage, request, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { BUCKET, startS3, storageUrl } from './s3.ts'

/** A request: `PUT files/ab/abcdef`, without the bucket and the prefix. */
type Asked = string
/**
 * What becomes of a request instead of its answer: an error of the storage, `cut` (half of the body, then the connection ends),
 * `refused` (the connection ends), `silent` (nothing comes).
 */
export type StorageFault = { status: number; code: string } | 'cut' | 'refused' | 'silent'

/** A bucket behind a proxy that fails as a test wants. Backups are under the prefix `site`. */
export async function startFaultyS3() {
  const s3 = await startS3()
  const faulty = {
    s3,
    url: '',
    /** Every request so far, in the order of arrival. */
    asked: new Array<Asked>(),
    fault: (_asked: Asked): StorageFault | undefined => undefined,
    async stop() {
      front.closeAllConnections()
      front.close()
      await s3.stop()
    },
    /** Requests that wrote. */
    written: () => faulty.asked.filter((asked) => /^(?:PUT|POST) /.test(asked)),
  }
  const front = createServer((req, res) => {
    handle(req, res).catch(() => res.destroy())
  })
  async function handle(req: IncomingMessage, res: ServerResponse) {
    const { method = '', url = '', headers } = req
    const body = Buffer.concat(await req.toArray())
    const asked = `${method} ${decodeURIComponent(url.replace(`/${BUCKET}/site/`, '')).replace(/\?.*/, '')}`
    faulty.asked.push(asked)
    const fault = faulty.fault(asked)
    if (fault === 'refused') return void res.destroy()
    if (fault === 'silent') return
    if (typeof fault === 'object') {
      const error = `<Error><Code>${fault.code}</Code><Message>${headers.authorization}</Message></Error>`
      return void res.writeHead(fault.status, { 'content-type': 'application/xml' }).end(error)
    }
    const forwarded = request({ host: '127.0.0.1', port: s3.port, method, path: url, headers })
    forwarded.end(body)
    const [answer] = z
      .tuple([z.instanceof(IncomingMessage)])
      .parse(await once(forwarded, 'response'))
    const bytes = Buffer.concat(await answer.toArray())
    res.writeHead(answer.statusCode ?? 500, answer.headers)
    if (fault !== 'cut') return void res.end(bytes)
    res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy())
  }
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const address = front.address()
  const port = typeof address === 'object' && address ? address.port : 0
  faulty.url = storageUrl(port, `${BUCKET}/site`)
  return faulty
}
