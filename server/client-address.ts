import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

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
