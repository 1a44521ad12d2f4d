import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Far more than any answer may have, and the most that reaches the buffers of two ends, in bytes. */
const ENDLESS_BYTES = 64 * 1024 * 1024
export const BUFFERED_BYTES = 8 * 1024 * 1024

/** A server on loopback, over real HTTP. `behave` answers; connections and requests are counted. */
export async function startServer() {
  const server = {
    connections: 0,
    /** Paths of the requests, and the values of their `Authorization`. */
    asked: [] as string[],
    authorizations: [] as string[],
    port: 0,
    url: '',
    behave: (_req: IncomingMessage, res: ServerResponse): unknown => res.writeHead(404).end(),
    stop() {
      http.close()
      http.closeAllConnections()
    },
  }
  const http = createServer((req, res) => {
    server.asked.push(req.url ?? '')
    server.authorizations.push(req.headers.authorization ?? '')
    void server.behave(req, res)
  })
  http.on('connection', () => {
    server.connections += 1
  })
  // All addresses of loopback, IPv6 included where the machine has it.
  http.listen(0)
  await once(http, 'listening')
  const address = http.address()
  server.port = typeof address === 'object' && address ? address.port : 0
  server.url = `http://127.0.0.1:${server.port}`
  return server
}
export type TestServer = Awaited<ReturnType<typeof startServer>>

/** Writes until the client leaves. @returns the bytes that were written. */
export async function pour(res: ServerResponse, chunk: Uint8Array, pauseMs = 0): Promise<number> {
  let size = 0
  async function* chunks() {
    while (size < ENDLESS_BYTES) {
      size += chunk.length
      yield chunk
      if (pauseMs > 0) await delay(pauseMs)
    }
  }
  await pipeline(chunks, res).catch(() => undefined)
  return size
}

/** Addresses of a port on this machine, as an attacker writes them. */
export const insideAddresses = (port: number, path = '/') => [
  `http://127.0.0.1:${port}${path}`,
  `http://localhost:${port}${path}`,
  `http://localhost.:${port}${path}`,
  `http://[::1]:${port}${path}`,
  `http://[::ffff:127.0.0.1]:${port}${path}`,
  `http://0.0.0.0:${port}${path}`,
  `http://127.1:${port}${path}`,
  `http://2130706433:${port}${path}`,
  `http://0x7f.0.0.1:${port}${path}`,
  `http://github.com@127.0.0.1:${port}${path}`,
  `//127.0.0.1:${port}${path}`,
  `\\\\127.0.0.1:${port}${path}`,
]
