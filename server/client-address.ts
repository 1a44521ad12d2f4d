import { BlockList, isIP } from 'node:net'
import { LRUCache } from 'lru-cache'

/** Peers whose address is remembered. */
const PEERS_MAX = 2_000

/** Origin of a request: the visitor's address, and whether a trusted proxy forwarded it. */
export type Client = { address: string; viaTrustedProxy: boolean }

/**
 * Creates a resolver of visitors' addresses. The address is the socket's peer, unless the peer is in
 * `trusted` (IPv4/IPv6 addresses or CIDR ranges): then the right-most entry of `X-Forwarded-For` that
 * is not trusted itself. An invalid entry ends the search at the last valid address.
 */
export function createClientResolver(trusted: readonly string[]) {
  const proxies = new BlockList()
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string) =>
    proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  /** Peers by their addresses as sockets give them; parsing one costs more than a cached page. */
  const peers = new LRUCache<string, Client>({ max: PEERS_MAX })
  function readPeer(peer: string): Client {
    const known = peers.get(peer)
    if (known) return known
    const address = toAddress(peer) ?? '0.0.0.0'
    const client = { address, viaTrustedProxy: isTrusted(address) }
    peers.set(peer, client)
    return client
  }

  return (peer: string | undefined, forwardedFor: string | undefined): Client => {
    const direct = readPeer(peer ?? '')
    if (!direct.viaTrustedProxy) return direct
    let { address } = direct
    for (const entry of (forwardedFor ?? '').split(',').toReversed()) {
      const hop = toAddress(entry.trim())
      if (hop === undefined) break
      address = hop
      if (!isTrusted(hop)) break
    }
    return { address, viaTrustedProxy: true }
  }
}

/** Strips brackets, port and zone; converts IPv4-mapped IPv6 addresses to IPv4. */
function toAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare.replace(/%.*$/, '')
  return isIP(mapped) === 0 ? undefined : mapped.toLowerCase()
}
