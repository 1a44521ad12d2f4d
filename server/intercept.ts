import type { ServerResponse } from 'node:http'

type Taken = (body: Buffer) => void
/**
 * Looks at status and headers, which it may still change, before anything leaves. Returns nothing to
 * let the answer through, or what takes its body instead: then nothing has been sent so far, and
 * the taker answers.
 */
type Decide = () => Taken | undefined

/**
 * Puts `decide` between a handler and the wire. What is written is held from the first byte on when
 * `decide` takes the answer.
 * @returns `takeOver`: ends the wait for the handler; if nothing has left so far, whatever the
 * handler still says is dropped, and the caller answers.
 */
export function intercept(res: ServerResponse, decide: Decide) {
  const original = {
    writeHead: res.writeHead.bind(res),
    write: res.write.bind(res),
    end: res.end.bind(res),
    flushHeaders: res.flushHeaders.bind(res),
  }
  let state: 'open' | 'through' | 'held' | 'dropped' = 'open'
  let taken: Taken | undefined
  const chunks: Buffer[] = []

  /** @returns whether what is written goes on to the wire. */
  function settle(): boolean {
    if (state === 'open') {
      taken = decide()
      state = taken ? 'held' : 'through'
    }
    return state === 'through'
  }
  function hold(chunk: unknown, encoding: unknown) {
    if (state !== 'held') return
    if (typeof chunk === 'string') {
      chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8'))
    } else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  /** From here on the response is an ordinary one again, for whoever answers. */
  function release() {
    state = 'through'
  }

  res.writeHead = function writeHead(status: number, ...rest: unknown[]) {
    if (state === 'open') {
      res.statusCode = status
      setHeaders(
        res,
        rest.find((part) => typeof part === 'object' && part !== null),
      )
      if (settle()) original.writeHead(res.statusCode)
    } else if (state === 'through') Reflect.apply(original.writeHead, res, [status, ...rest])
    return res
  }
  res.flushHeaders = function flushHeaders() {
    if (settle()) original.flushHeaders()
  }
  res.write = function write(...args: unknown[]) {
    if (settle()) return Boolean(Reflect.apply(original.write, res, args))
    hold(args[0], args[1])
    const callback = args.findLast((part) => typeof part === 'function')
    if (callback) queueMicrotask(() => Reflect.apply(callback, undefined, []))
    return true
  }
  res.end = function end(...args: unknown[]) {
    if (settle()) {
      Reflect.apply(original.end, res, args)
      return res
    }
    const callback = args.findLast((part) => typeof part === 'function')
    if (callback) res.once('finish', () => Reflect.apply(callback, undefined, []))
    if (state === 'held') {
      hold(args[0], args[1])
      release()
      taken?.(Buffer.concat(chunks))
    }
    return res
  }

  return {
    /** @returns whether the answer is the caller's now; it is given by `answer`, synchronously. */
    takeOver(answer: () => void): boolean {
      if (state === 'through' || state === 'dropped') return false
      release()
      answer()
      state = 'dropped'
      return true
    },
  }
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}

/** `writeHead` takes headers as an object or as a flat list of names and values. */
function setHeaders(res: ServerResponse, headers: object | undefined) {
  if (headers === undefined) return
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, at) =>
        at % 2 === 0 ? [[String(name), headers[at + 1]] as const] : [],
      )
    : Object.entries(headers)
  for (const [name, value] of pairs) {
    if (Array.isArray(value)) res.setHeader(name, value.map(String))
    else if (value !== undefined) res.setHeader(name, String(value))
  }
}
