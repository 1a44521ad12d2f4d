import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isRequestId } from '#lib/telemetry/request-id.ts'
import { isInternalHeader, setAddress } from '#server/next/requests.ts'
import type { ClientAddress } from './client-address.ts'

/** Headers between this server and the app. From outside they would be forged. */
const OWN_HEADER =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-address|x-internal-.*|x-request-id|x-request-target|traceparent|tracestate|baggage)$/

/** The id of a request: of a trusted proxy if it sends one, else a new one. */
export function requestIdOf(req: IncomingMessage, client: ClientAddress): string {
  if (!client.viaTrustedProxy) return randomUUID()
  const proxyId = req.headers['x-request-id']
  return isRequestId(proxyId) ? proxyId : randomUUID()
}

/**
 * Removes internal headers from a request and sets `x-client-address`, `x-forwarded-for` (the same
 * address) and `x-request-id`. Host and scheme are those of `siteUrl`, whatever a proxy has passed: a
 * `Host` that has to be valid is checked before.
 */
export function setTrustedHeaders(
  req: IncomingMessage,
  { id, client, siteUrl }: { id: string; client: ClientAddress; siteUrl: URL },
): void {
  for (const name of Object.keys(req.headers)) {
    if (OWN_HEADER.test(name) || isInternalHeader(name)) delete req.headers[name]
  }
  req.headers['x-client-address'] = client.address
  req.headers['x-forwarded-for'] = client.address
  req.headers['x-request-id'] = id
  setAddress(req, siteUrl)
}
