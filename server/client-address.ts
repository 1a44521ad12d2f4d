import { BlockList, isIP } from 'node:net'

/** Where a request came from: the visitor's address, and whether a trusted proxy handed it over. */
export type Client = { address: string; viaTrustedProxy: boolean }

/**
 * Makes the function that finds a visitor's address. The socket's peer counts, unless it is one of
 * `trusted` (IPv4/IPv6 addresses or CIDR ranges): then the right-most entry of `X-Forwarded-For`
 * that is not trusted itself. An entry that is no address ends the walk at the last known one.
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

  return (peer: string | undefined, forwardedFor: string | undefined): Client => {
    const socket = toAddress(peer ?? '') ?? '0.0.0.0'
    if (!isTrusted(socket)) return { address: socket, viaTrustedProxy: false }
    let address = socket
    for (const entry of (forwardedFor ?? '').split(',').toReversed()) {
      const hop = toAddress(entry.trim())
      if (hop === undefined) break
      address = hop
      if (!isTrusted(hop)) break
    }
    return { address, viaTrustedProxy: true }
  }
}

/** Takes off brackets, port and zone, and writes IPv4-mapped IPv6 addresses as IPv4. */
function toAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare.replace(/%.*$/, '')
  return isIP(mapped) === 0 ? undefined : mapped.toLowerCase()
}
