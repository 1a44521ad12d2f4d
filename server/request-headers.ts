import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Client } from './client-address.ts'

/*
 * Next, its middleware and this site's handlers speak to each other in these headers; whoever may
 * send them from outside could pretend to be one of them.
 */
const INTERNAL_HEADER =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-address|x-internal-.*|x-request-id|x-request-target|x-middleware-.*|x-nextjs-.*|x-next-.*|x-now-.*|x-matched-path|x-invoke-.*|x-prerender-.*|x-vercel-.*|next-resume|next-instant-.*)$/
/** The client router says with this one that the answer is for the page data of the Pages Router. */
const ALLOWED = new Set(['x-nextjs-html-request-id', 'x-nextjs-request-id'])
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Takes what a client must not say off the request and puts down what the server knows:
 * `x-client-address`, `x-forwarded-for` (the same address) and `x-request-id`, which it returns. An
 * id from outside is kept only where a trusted proxy gave it. Behind such a proxy host and scheme
 * are those of `siteUrl`; else Next takes the host that was asked for.
 */
export function setTrustedHeaders(req: IncomingMessage, client: Client, siteUrl: URL): string {
  const given = req.headers['x-request-id']
  const id =
    client.viaTrustedProxy && typeof given === 'string' && REQUEST_ID.test(given)
      ? given
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
