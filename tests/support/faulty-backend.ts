import { createServer, request, type RequestListener } from 'node:http'
import { onLoopback } from './on-loopback.ts'

/** Backend failures that the site handles. */
export const FAULTS = {
  html: (_, res) => {
    res.setHeader('content-type', 'text/html').end('<h1>Welcome to the proxy</h1>')
  },
  'no envelope': (_, res) => {
    res.setHeader('content-type', 'application/json').end('{"items":[]}')
  },
  'cut off': (_, res) => {
    res.setHeader('content-length', 1000).write('{"code":200,"data":{"items":[')
    res.socket?.destroySoon()
  },
  'reset in mid-body': (_, res) => {
    res.setHeader('content-type', 'application/json')
    res.write('{"code":200,"data":{"items":[', () => res.socket?.resetAndDestroy())
  },
  'other shape': (_, res) => {
    answer(res, 200, { items: [{ id: 'x' }], total: 1, total_is_estimate: false, next: null })
  },
  '50 MB': (_, res) => {
    res.setHeader('content-type', 'application/json')
    const block = Buffer.alloc(1024 * 1024, 0x20)
    let left = 50
    const more = () => {
      while (left-- > 0) if (!res.write(block)) return void res.once('drain', more)
      res.end('{}')
    }
    more()
  },
  'never answers': () => undefined,
  resets: (_, res) => {
    res.socket?.resetAndDestroy()
  },
  'begins and stops': (_, res) => {
    res.setHeader('content-type', 'application/json').write('{"code":200,')
  },
  'answers 500': (_, res) => answer(res, 500, null),
  redirects: (_, res) => {
    res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  },
} satisfies Record<string, RequestListener>
export type BackendFault = keyof typeof FAULTS

/** Passes requests on to a server, streamed in both directions. */
export const forwardTo =
  (target: string): RequestListener =>
  (req, res) => {
    const { hostname, port } = new URL(target)
    const options = { hostname, port, method: req.method, path: req.url, headers: req.headers }
    const passed = request(options, (answered) => {
      res.writeHead(answered.statusCode ?? 502, answered.rawHeaders)
      answered.pipe(res)
    })
    passed.on('error', () => res.destroy())
    res.once('close', () => passed.destroy())
    req.pipe(passed)
  }

/** Ends `res` with an envelope. */
export function answer(
  res: Parameters<RequestListener>[1],
  code: number,
  data: unknown,
  status = code,
): void {
  answerWith(res, { code, data }, status)
}

/** Ends `res` with an envelope that has more than a code and data, such as a token or a reason. */
export function answerWith(
  res: Parameters<RequestListener>[1],
  envelope: { code?: number; data?: unknown; [field: string]: unknown },
  status = 200,
): void {
  res.writeHead(status, { 'content-type': 'application/json' })
  res.end(JSON.stringify({ code: 200, message: '', data: null, ...envelope }))
}

/** A backend, or a storage, over real HTTP whose behaviour can be changed while it runs. */
export async function startFaultyBackend() {
  let behave: RequestListener = (_, res) => answer(res, 404, null)
  const requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]> }[] = []
  const server = createServer((req, res) => {
    requests.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers })
    behave(req, res)
  })
  return {
    ...(await onLoopback(server)),
    requests,
    behave: (listener: RequestListener) => {
      behave = listener
    },
  }
}
