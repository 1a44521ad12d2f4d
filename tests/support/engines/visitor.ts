import { Agent, type RequestOptions, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'

type Nginx = { host: string; https: number; certificate: string }
export type VisitorAnswer = {
  /** 0 where the connection ended without a response. */
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  ms: number
}
export type AskPage = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Longer than any deadline of the site, in ms. */
const TIMEOUT_MS = 130_000

/** A client of nginx that keeps its connections, at most `connections` of them, as browsers do. */
export function createVisitor({ host, https, certificate }: Nginx, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: certificate })
  return {
    /** Sends a request; no answer within two minutes counts as none. Requests are never repeated. */
    ask: ({ method = 'GET', path, headers = {}, body }: AskPage) =>
      new Promise<VisitorAnswer>((resolve) => {
        const begun = performance.now()
        const give = (status: number, own: IncomingHttpHeaders, chunks: Buffer[]) =>
          resolve({
            status,
            headers: own,
            body: Buffer.concat(chunks),
            ms: performance.now() - begun,
          })
        const options: RequestOptions = {
          host: '127.0.0.1',
          port: https,
          servername: host,
          agent,
          method,
          path,
          headers: { host, ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
          timeout: TIMEOUT_MS,
        }
        const req = request(options, (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.once('end', () => give(res.statusCode ?? 0, res.headers, chunks))
          res.once('error', (error) => give(0, {}, [Buffer.from(error.message)]))
        })
        req.once('error', (error) => give(0, {}, [Buffer.from(error.message)]))
        req.once('timeout', () => req.destroy(new Error('no answer in time')))
        req.end(body)
      }),
    close: () => agent.destroy(),
  }
}
