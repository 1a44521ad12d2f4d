import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { intercept } from './intercept.ts'

type Received = { req: IncomingMessage; res: ServerResponse; body: Buffer }

/**
 * A GET request of the server itself, handled like one that arrived, with these headers only.
 * @returns the response, which is not sent; its status and headers can be changed.
 * @throws Error if the handler ends without a response, or what it throws.
 */
export async function exchange(
  handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>,
  target: string,
  headers: Record<string, string>,
): Promise<Received> {
  const socket = new Socket()
  const req = new IncomingMessage(socket)
  Object.assign(req, {
    method: 'GET',
    url: target,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: { ...headers },
    rawHeaders: Object.entries(headers).flat(),
    complete: true,
  })
  req.push(null)
  const res = new ServerResponse(req)
  try {
    const body = await new Promise<Buffer>((resolve, reject) => {
      // The framework asks for `finished` and waits for these events, which a socket would cause.
      const end = () => {
        Object.assign(res, { finished: true })
        res.emit('finish')
      }
      intercept(res, () => (whole) => {
        queueMicrotask(end)
        resolve(whole)
      })
      const isOver = () => reject(new Error(`No response for ${target}.`))
      handle(req, res).then(() => setImmediate(isOver), reject)
    })
    return { req, res, body }
  } finally {
    setImmediate(() => {
      res.emit('close')
      socket.destroy()
    })
  }
}
