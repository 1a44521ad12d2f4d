import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { intercept } from './intercept.ts'

/* Requests as Next takes them, and its responses. */

/** Headers between Next, its middleware and its platform. From outside they would be forged. */
const INTERNAL =
  /^(x-middleware-.*|x-nextjs-.*|x-next-.*|x-now-.*|x-matched-path|x-invo(?:ke|cation)-.*|x-prerender-.*|x-vercel-.*|next-resume|next-instant-.*|content-security-policy(?:-report-only)?)$/
/** Request ids that the client router sends. */
const ALLOWED = new Set(['x-nextjs-html-request-id', 'x-nextjs-request-id'])
/** Segments of a page as the client router names them: `/_tree`, `/home/$d$kind/__PAGE__`. */
const SEGMENT = /^\/[\w$!/%.-]{0,200}$/

/** Whether Next trusts a header of a request. */
export const isInternalHeader = (name: string) => INTERNAL.test(name) && !ALLOWED.has(name)

/** Requests of the client router, which handles statuses and payloads itself. */
export const isRouterRequest = ({ headers }: IncomingMessage): boolean =>
  Object.keys(headers).some((name) => name === 'rsc' || name.startsWith('next-'))

/** Whether a request may ask for a payload in place of a document. */
export const mayWantPayload = (headers: IncomingHttpHeaders) => headers['rsc'] !== undefined

/**
 * What the client router asks for: the payload of a page, or of a segment that it prefetches.
 * @returns nothing for a document, `null` for a combination of headers that is not known.
 */
export function readPayloadRequest(
  headers: IncomingHttpHeaders,
): { segment?: string } | null | undefined {
  if (headers['rsc'] !== '1') return undefined
  const prefetch = headers['next-router-prefetch']
  const segment = headers['next-router-segment-prefetch']
  if (segment === undefined) return prefetch === undefined || prefetch === '1' ? {} : null
  if (prefetch !== '1' || typeof segment !== 'string' || !SEGMENT.test(segment)) return null
  return { segment }
}

/**
 * User agent of a request without one. The framework streams metadata that come late into the body for it, and its data differs from the
 * page that another one got (`htmlLimitedBots` in next.config.mjs).
 */
export const PAGE_AGENT = 'page-cache'

/** What the framework reads as the address of the site. It compares the host with that of `Origin`, and redirects to it. */
const addressHeaders = ({ host, port, protocol }: URL) => ({
  host,
  'x-forwarded-host': host,
  'x-forwarded-port': port || (protocol === 'https:' ? '443' : '80'),
  'x-forwarded-proto': protocol.slice(0, -1),
})

/** Gives a request the address of the site, whatever `Host` a proxy has passed. Its `Host` has to be checked before. */
export const setAddress = (req: IncomingMessage, siteUrl: URL): void =>
  void Object.assign(req.headers, addressHeaders(siteUrl))

/** Gives a write the origin of the site: one that `isSameOrigin` has judged, which knows more of it than the framework. */
export const setOrigin = (req: IncomingMessage, siteUrl: URL): void => {
  req.headers.origin = siteUrl.origin
}

/**
 * Where a form of 0.2.0 is passed on, which its page posted to its own address as a server action. Removes the headers by which the
 * framework would look for the action.
 */
export function toFormerForm({ headers }: IncomingMessage): string {
  const isScript = headers['next-action'] !== undefined
  for (const name of Object.keys(headers)) {
    if (name === 'rsc' || name.startsWith('next-')) delete headers[name]
  }
  return `/api/form/former${isScript ? '?script=1' : ''}`
}

/**
 * Where the framework sends requests of its own: for the page that an action redirects to, and for an action of another page. Without
 * this it asks `localhost` by the scheme of the site, which is another one behind a proxy with TLS.
 * @param url of this process, such as `http://127.0.0.1:3000`.
 */
export const setOwnAddress = (url: string): void =>
  void Object.assign(process.env, { __NEXT_PRIVATE_ORIGIN: url })

/** Headers of the request that a page is rendered for. */
export function headersOf(
  { kind, segment }: { kind: string; segment?: string },
  siteUrl: URL,
): Record<string, string> {
  return {
    ...addressHeaders(siteUrl),
    'x-forwarded-for': '127.0.0.1',
    'x-client-address': '127.0.0.1',
    'user-agent': PAGE_AGENT,
    ...(kind === 'payload' && { rsc: '1' }),
    ...(segment !== undefined && {
      'next-router-prefetch': '1',
      'next-router-segment-prefetch': segment,
    }),
  }
}

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

/** Removes Next's internal headers. `x-nextjs-*` stay on responses to its client router. */
export function removeInternalHeaders(res: ServerResponse, isForRouter: boolean) {
  for (const name of res.getHeaderNames()) {
    const isInternal =
      name.startsWith('x-middleware-') || name === 'x-powered-by' || name === 'x-nextjs-cache'
    if (isInternal || (!isForRouter && name.startsWith('x-nextjs-'))) res.removeHeader(name)
  }
}

/** Removes the headers of Next's client router from `Vary` of an answer that it does not ask for. */
export function removeRouterVary(res: ServerResponse) {
  const names = String(res.getHeader('vary') ?? '').split(/\s*,\s*/)
  const others = names.filter((name) => !/^(?:rsc$|next-|$)/i.test(name))
  if (others.length > 0) res.setHeader('vary', others.join(', '))
  else res.removeHeader('vary')
}

/** Sets the length of a forwarded body from `x-body-length`, since Next drops `content-length`. */
export function setContentLength(res: ServerResponse) {
  const length = String(res.getHeader('x-body-length') ?? '')
  res.removeHeader('x-body-length')
  if (/^\d{1,15}$/.test(length)) res.setHeader('content-length', length)
}
