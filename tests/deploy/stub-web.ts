import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onLoopback } from '#tests/support/on-loopback.ts'

export const PAGE = '/home/index'
export const PUBLIC = { 'cache-control': 'public, max-age=0, must-revalidate, s-maxage=300' }

export type StubAnswer = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: string
}

/**
 * A web process that answers as `answer` says, by default with a public page whose body counts the requests.
 * `/readyz` is 200 while `isReady`.
 */
export async function startStubWeb(
  answer: (req: IncomingMessage, count: number) => StubAnswer | Promise<StubAnswer> = () => ({}),
) {
  const requests: { url: string; headers: IncomingMessage['headers'] }[] = []
  const state = { isReady: true }
  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/readyz') return void res.writeHead(state.isReady ? 200 : 503).end()
    requests.push({ url: req.url ?? '', headers: req.headers })
    const count = requests.length
    const { status = 200, headers = {}, body = `page ${count}` } = await answer(req, count)
    const all = { 'content-type': 'text/html', 'cache-status': 'keystrip; hit', ...headers }
    res
      .writeHead(status, status === 200 && !headers['cache-control'] ? pageHeaders(all) : all)
      .end(body)
  }
  const server = createServer((req, res) => void handle(req, res))
  return { ...(await onLoopback(server)), requests, state }
}

const pageHeaders = (headers: Record<string, string | string[]>) => ({
  ...PUBLIC,
  'surrogate-key': 'catalogue list:icon',
  'cache-tag': 'catalogue,list:icon',
  vary: 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, accept-encoding',
  ...headers,
})
