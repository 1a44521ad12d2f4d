import type { ServerResponse } from 'node:http'

type BodyHandler = (body: Buffer) => void
/**
 * Called before anything is sent, when status and headers can still change. Returns nothing to send
 * the response, or a handler of its body: then nothing is sent until the handler responds.
 */
type Decide = () => BodyHandler | undefined

/**
 * Intercepts a response: calls `decide` when its headers are final, and buffers the body if `decide`
 * returns a handler for it.
 * @returns `takeOver`, which responds instead of the original handler.
 */
export function intercept(res: ServerResponse, decide: Decide) {
  const original = {
    writeHead: res.writeHead.bind(res),
    write: res.write.bind(res),
    end: res.end.bind(res),
    flushHeaders: res.flushHeaders.bind(res),
  }
  let state: 'undecided' | 'passing' | 'buffering' | 'discarding' = 'undecided'
  let handleBody: BodyHandler | undefined
  const chunks: Buffer[] = []

  /** @returns whether writes go to the client. */
  function isPassing(): boolean {
    if (state === 'undecided') {
      handleBody = decide()
      state = handleBody ? 'buffering' : 'passing'
    }
    return state === 'passing'
  }
  function buffer(chunk: unknown, encoding: unknown) {
    if (state !== 'buffering') return
    if (typeof chunk === 'string') {
      chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8'))
    } else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  res.writeHead = function writeHead(status: number, ...rest: unknown[]) {
    if (state === 'undecided') {
      res.statusCode = status
      setHeaders(
        res,
        rest.find((part) => typeof part === 'object' && part !== null),
      )
      if (isPassing()) original.writeHead(res.statusCode)
    } else if (state === 'passing') Reflect.apply(original.writeHead, res, [status, ...rest])
    return res
  }
  res.flushHeaders = function flushHeaders() {
    if (isPassing()) original.flushHeaders()
  }
  res.write = function write(...args: unknown[]) {
    if (isPassing()) return Boolean(Reflect.apply(original.write, res, args))
    buffer(args[0], args[1])
    const callback = args.findLast((part) => typeof part === 'function')
    if (callback) queueMicrotask(() => Reflect.apply(callback, undefined, []))
    return true
  }
  res.end = function end(...args: unknown[]) {
    if (isPassing()) {
      Reflect.apply(original.end, res, args)
      return res
    }
    const callback = args.findLast((part) => typeof part === 'function')
    if (callback) res.once('finish', () => Reflect.apply(callback, undefined, []))
    if (state === 'buffering') {
      buffer(args[0], args[1])
      state = 'passing'
      handleBody?.(Buffer.concat(chunks))
    }
    return res
  }

  return {
    /**
     * Sends the response by `respond`, synchronously, and discards what the original handler writes.
     * @returns `false` if the response has already begun.
     */
    takeOver(respond: () => void): boolean {
      if (state === 'passing' || state === 'discarding') return false
      state = 'passing'
      respond()
      state = 'discarding'
      return true
    },
  }
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}

/** `writeHead` accepts headers as an object or as a flat list of names and values. */
export function setHeaders(res: ServerResponse, headers: object | undefined) {
  if (headers === undefined) return
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, index) =>
        index % 2 === 0 ? [[String(name), headers[index + 1]] as const] : [],
      )
    : Object.entries(headers)
  for (const [name, value] of pairs) {
    if (Array.isArray(value)) res.setHeader(name, value.map(String))
    else if (value !== undefined) res.setHeader(name, String(value))
  }
}
