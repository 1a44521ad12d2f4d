import { BlockList, isIP, isIPv6 } from 'node:net'

/** Where an IP address is: on this machine, in a network that others cannot reach, or in public. */
export type AddressScope = 'loopback' | 'private' | 'public'

/** https://www.iana.org/assignments/iana-ipv4-special-registry and the one of IPv6. */
const RANGES = {
  loopback: { ipv4: ['127.0.0.0/8', '0.0.0.0/8'], ipv6: ['::1/128', '::/128'] },
  private: {
    ipv4: [
      '10.0.0.0/8',
      '100.64.0.0/10',
      '169.254.0.0/16',
      '172.16.0.0/12',
      '192.0.0.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '224.0.0.0/4',
      '240.0.0.0/4',
    ],
    ipv6: ['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  },
} as const
const LISTS = { loopback: listOf(RANGES.loopback), private: listOf(RANGES.private) }

function listOf(ranges: Record<'ipv4' | 'ipv6', readonly string[]>): BlockList {
  const list = new BlockList()
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of ranges[family]) {
      const [network = '', bits] = range.split('/')
      list.addSubnet(network, Number(bits), family)
    }
  }
  return list
}

/** The place of an address; `private` for what is none. */
export function placeOf(address: string): AddressScope {
  const plain = address.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  if (isIP(plain) === 0) return 'private'
  const inner = isIPv6(plain) ? innerIPv4(plain) : null
  if (inner !== null) return placeOf(inner)
  const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
  if (LISTS.loopback.check(plain, family)) return 'loopback'
  return LISTS.private.check(plain, family) ? 'private' : 'public'
}

/**
 * The IPv4 address inside one of IPv6: mapped or compatible (RFC 4291, section 2.5.5), by NAT64 (RFC 6052) or 6to4
 * (RFC 3056).
 */
function innerIPv4(address: string): string | null {
  const groups = groupsOf(address)
  const [first = 0, second = 0] = groups
  const last = groups.slice(6)
  const isZero = (from: number, to: number) => groups.slice(from, to).every((one) => one === 0)
  if (isZero(0, 5) && groups[5] === 0xffff) return toIPv4(last)
  if (isZero(0, 6) && !(last[0] === 0 && (last[1] ?? 0) <= 1)) return toIPv4(last)
  if (first === 0x64 && second === 0xff9b) return toIPv4(last)
  return first === 0x2002 ? toIPv4(groups.slice(1, 3)) : null
}

/** The eight groups, from the form that URLs give every address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parse = (part: string) =>
    part.split(':').flatMap((group) => (group === '' ? [] : [parseInt(group, 16)]))
  const [start, end] = [parse(head), parse(tail ?? '')]
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end]
}

const toIPv4 = (groups: readonly number[]): string =>
  groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')
