import { isIPv6 } from 'node:net'

/**
 * The network that attempts from an address are counted under: the address itself for IPv4, the /64
 * for IPv6. A single host owns a whole /64 (RFC 6177); an IPv4 /24 joins unrelated customers, who could lock
 * each other out. IPv4-mapped IPv6 addresses count as IPv4.
 */
export function networkOf(address: string): string {
  const lower = address.toLowerCase()
  const mapped = /^::ffff:([\d.]+)$/.exec(lower)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(lower)) return lower.slice(0, 200)
  const [head = '', tail] = lower.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...middle, ...after].slice(0, 4)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
