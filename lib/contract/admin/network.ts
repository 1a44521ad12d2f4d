import { z } from 'zod'
import { lineSchema } from '#lib/contract/text.ts'

/** How long networks of registrations and publications are found, in days. */
export const NETWORK_DAYS = 30
/** Networks that are listed of an account, the last ones, and other accounts of each. */
export const NETWORKS_LISTED = 5
export const OTHERS_LISTED = 10

/** A keyed hash by which answers name a network: without the key of the site it is of no use. */
export const networkHashSchema = z.string().regex(/^[\w-]{22}$/)

/** Bits of addresses that a network has in common: IPv4 and IPv6. */
const BITS = { 4: 24, 6: 48 } as const

/** Whether a text is an address, a network that is no wider than those that are compared, or the hash of one. */
function isNetwork(text: string): boolean {
  if (text === '' || networkHashSchema.safeParse(text).success) return true
  const [address = '', bits] = text.split('/')
  const version = z.ipv4().safeParse(address).success ? 4 : 6
  if (bits === undefined) return version === 4 || z.ipv6().safeParse(address).success
  const network = version === 4 ? z.cidrv4() : z.cidrv6()
  return network.safeParse(text).success && Number(bits) >= BITS[version]
}

/** An address such as 203.0.113.7, an IPv4 /24 or IPv6 /48 or a narrower network, or the hash of an answer. */
export const networkSchema = lineSchema.trim().max(64).refine(isNetwork)
