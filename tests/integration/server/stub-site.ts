import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { createBuckets } from '#lib/limits/buckets.ts'
import { createHandler } from '#server/handler.ts'
import type { HandlerOptions } from '#server/site.ts'
import { createHealth } from '#server/health.ts'
import { createGuard } from '#server/limits.ts'
import { createPageCache } from '#server/page-cache.ts'

type Reply = { status: number; headers: IncomingMessage['headers']; body: Buffer; text: string }
type Ask = { method?: string; headers?: Record<string, string>; body?: string }
type Next = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

/** The server on a free port, with a stub in place of Next. */
export async function startSite(next: Next, options: Partial<HandlerOptions> = {}) {
  const errors: unknown[] = []
  const clock = { now: 1_000_000 }
  const cache = createPageCache({ now: () => clock.now })
  const handle = createHandler({
    next: async (req, res) => next(req, res),
    pages: {
      find: (locale, status) => ({
        body: Buffer.from(`<p lang="${locale}">page of ${status}</p>`),
        policy: "default-src 'none'",
      }),
    },
    cache,
    siteUrl: 'https://keystrip.test',
    trustedProxies: [],
    pageDeadlineMs: 0,
    health: createHealth('http://127.0.0.1:9'),
    guard: createGuard({ buckets: createBuckets(), endStalled: () => false }),
    onError: (error) => errors.push(error),
    ...options,
  })
  const server = createServer((req, res) => void handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    url: `http://127.0.0.1:${port}`,
    cache,
    clock,
    errors,
    /** Sends the path without normalising it, and does not decode the body. */
    ask: (path: string, { method = 'GET', headers = {}, body }: Ask = {}) =>
      new Promise<Reply>((resolve, reject) => {
        const req = request({ port, host: '127.0.0.1', path, method, headers }, (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('error', reject)
          res.on('end', () => {
            const received = Buffer.concat(chunks)
            const { statusCode: status = 0, headers } = res
            resolve({ status, headers, body: received, text: received.toString() })
          })
        })
        req.on('error', reject)
        req.end(body)
      }),
    /** Writes raw bytes to a socket and reads until the server closes it. */
    raw: (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        let text = ''
        socket.on('data', (chunk) => (text += chunk.toString('latin1')))
        socket.on('close', () => resolve(text))
        socket.on('error', reject)
        socket.write(head, 'latin1')
      }),
    /** Closes all connections, like clients that disconnect. */
    hangUp: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

export type StubSite = Awaited<ReturnType<typeof startSite>>
