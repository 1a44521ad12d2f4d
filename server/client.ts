import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { isRequestId } from '#lib/telemetry/request-id.ts'
import { isInternalHeader, setAddress } from '#server/next/exchange.ts'

/** Peers whose address is remembered. */
const PEERS_MAX = 2_000

/** Origin of a request: the visitor's address, and whether a trusted proxy forwarded it. */
export type ClientAddress = {
  address: string
  viaTrustedProxy: boolean
  /**
   * Whose address it is: of a sender that is not trusted, with a `public` or a `private` address; of the visitor that a trusted proxy has
   * `named`; of a private sender behind a trusted proxy that has named a further one itself (`chained`); of a trusted proxy that has
   * named none (`unnamed`).
   */
  source: 'public' | 'private' | 'named' | 'chained' | 'unnamed'
}

/** Loopback, private, link-local and unique local addresses: no visitor from the internet has one. */
const PRIVATE = blockListOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fe80::/10',
  'fc00::/7',
])

/**
 * Creates a resolver of visitors' addresses. The address is the socket's peer, unless the peer is in
 * `trusted` (IPv4/IPv6 addresses or CIDR ranges): then the right-most entry of `X-Forwarded-For` that
 * is not trusted itself. An invalid entry ends the search at the last valid address.
 */
export function createClientResolver(trusted: readonly string[]) {
  const proxies = blockListOf(trusted)
  const isTrusted = (address: string) => isIn(proxies, address)

  /** Peers by their addresses as sockets give them; parsing one costs more than a cached page. */
  const peers = new LRUCache<string, ClientAddress>({ max: PEERS_MAX })
  function readPeer(peer: string): ClientAddress {
    const known = peers.get(peer)
    if (known) return known
    const address = toAddress(peer) ?? '0.0.0.0'
    const viaTrustedProxy = isTrusted(address)
    const kind = isIn(PRIVATE, address) ? 'private' : 'public'
    const source = viaTrustedProxy ? 'unnamed' : kind
    const client: ClientAddress = { address, viaTrustedProxy, source }
    peers.set(peer, client)
    return client
  }

  return (peer: string | undefined, forwardedFor: string | undefined): ClientAddress => {
    const direct = readPeer(peer ?? '')
    if (!direct.viaTrustedProxy) return direct
    let { address, source } = direct
    const hops = (forwardedFor ?? '').split(',')
    for (let at = hops.length - 1; at >= 0; at -= 1) {
      const hop = toAddress(hops[at]?.trim() ?? '')
      if (hop === undefined) break
      address = hop
      source = 'named'
      if (isTrusted(hop)) continue
      if (at > 0 && isIn(PRIVATE, hop)) source = 'chained'
      break
    }
    return { address, viaTrustedProxy: true, source }
  }
}

/** @param entries IPv4 and IPv6 addresses, or CIDR ranges. */
function blockListOf(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

const isIn = (list: BlockList, address: string) => list.check(address, familyOf(address))

/** Strips brackets, port and zone; converts IPv4-mapped IPv6 addresses to IPv4. */
function toAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare.replace(/%.*$/, '')
  return isIP(mapped) === 0 ? undefined : mapped.toLowerCase()
}

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
