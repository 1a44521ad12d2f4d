import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** A network that requests are counted for; its limit is `factor` times that of one address. */
export type Network = { name: string; factor: number }

/** Prefix lengths in bits: of a home or phone, a site, and a customer of a provider. */
const IPV6_PREFIXES = [
  { bits: 64, factor: 1 },
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
] as const

/**
 * The networks of an address, narrowest first. A customer has all 2^64 addresses of an IPv6 network,
 * and often 256 or 65 536 such networks (RFC 6177); so wider networks are counted too.
 */
export function networksOf(address: string): readonly Network[] {
  const known = recent.get(address)
  if (known) return known
  const networks = readNetworks(address)
  if (address.length <= ADDRESS_MAX) recent.set(address, networks)
  return networks
}

/** The network that a provider may give to one customer, who has any address in it: a /24 of IPv4, a /48 of IPv6. */
export function customerNetworkOf(address: string): string {
  const widest = networksOf(address).at(-1)?.name ?? ''
  return widest.includes('.')
    ? widest.slice(0, widest.lastIndexOf('.'))
    : widest.replace(/^(\w{6})\w\w$/, '$1')
}

/**
 * The network that attempts from an address are counted under in the database, as text: the address itself for IPv4, the /64
 * for IPv6. A single host owns a whole /64 (RFC 6177); an IPv4 /24 joins unrelated customers, who could lock
 * each other out. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const bytes = isIPv6(bare) ? bytesOf(bare) : undefined
  if (bytes === undefined) return address.toLowerCase().slice(0, 200)
  if (bytes.startsWith(MAPPED)) return [...Buffer.from(bytes.slice(24), 'hex')].join('.')
  const groups = [0, 4, 8, 12].map((at) => bytes.slice(at, at + 4).replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}

/** How the bytes of an IPv4-mapped address begin. */
const MAPPED = '00000000000000000000ffff'

/** Addresses whose networks are remembered, and the length of the longest (with a zone). */
const RECENT_MAX = 2_000
const ADDRESS_MAX = 100
const recent = new LRUCache<string, readonly Network[]>({ max: RECENT_MAX })

function readNetworks(address: string): Network[] {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return [{ name: address.toLowerCase().slice(0, 100), factor: 1 }]
  const bytes = bytesOf(bare)
  if (!bytes) return [{ name: bare.toLowerCase(), factor: 1 }]
  if (bytes.startsWith(MAPPED)) return [{ name: bytes.slice(24), factor: 1 }]
  return IPV6_PREFIXES.map(({ bits, factor }) => ({
    name: `${bytes.slice(0, bits / 4)}/${bits}`,
    factor,
  }))
}

/** The 16 bytes of an IPv6 address in hexadecimal. The URL parser normalises the notation. */
function bytesOf(address: string): string | undefined {
  const host = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1)
  if (host === undefined) return undefined
  const [head = '', tail] = host.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].map((part) => part.padStart(4, '0')).join('')
}
