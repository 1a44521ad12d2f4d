import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Client } from './client-address.ts'

/** Headers between this server, Next and its middleware. From outside they would be forged. */
const INTERNAL_HEADER =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-address|x-internal-.*|x-request-id|x-request-target|x-middleware-.*|x-nextjs-.*|x-next-.*|x-now-.*|x-matched-path|x-invoke-.*|x-prerender-.*|x-vercel-.*|next-resume|next-instant-.*)$/
/** Request ids that Next's client router sends. */
const ALLOWED = new Set(['x-nextjs-html-request-id', 'x-nextjs-request-id'])
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Removes internal headers from a request and sets `x-client-address`, `x-forwarded-for` (the same
 * address) and `x-request-id`. A request id from outside is accepted from a trusted proxy only.
 * Behind such a proxy, host and scheme are those of `siteUrl`; otherwise Next uses the `Host` header.
 * @returns the request id.
 */
export function setTrustedHeaders(req: IncomingMessage, client: Client, siteUrl: URL): string {
  const proxyId = req.headers['x-request-id']
  const id =
    client.viaTrustedProxy && typeof proxyId === 'string' && REQUEST_ID.test(proxyId)
      ? proxyId
      : randomUUID()
  for (const name of Object.keys(req.headers)) {
    if (INTERNAL_HEADER.test(name) && !ALLOWED.has(name)) delete req.headers[name]
  }
  req.headers['x-client-address'] = client.address
  req.headers['x-forwarded-for'] = client.address
  req.headers['x-request-id'] = id
  if (client.viaTrustedProxy) {
    req.headers['x-forwarded-host'] = siteUrl.host
    req.headers['x-forwarded-proto'] = siteUrl.protocol.slice(0, -1)
  }
  return id
}
