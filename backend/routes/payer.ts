import type { Context } from 'hono'
import { networkOf } from '#lib/limits/networks.ts'
import { networkPayer, type Payer } from '#lib/limits/payer.ts'
import { bucketOf, type Principal } from '#backend/caller.ts'
import type { AppEnv, Dependencies } from '#backend/dependencies.ts'
import { payerNameOf } from '#backend/services/job/payers.ts'
import { countedAddress, visitorOf } from '#backend/http/visitor.ts'

type Deps = Pick<Dependencies, 'db' | 'clock' | 'buckets' | 'internalSecret'>

/**
 * Who pays for the work of a request in worker processes: the account that makes it, or else the network of its address. Reads of the
 * web app for public pages are not charged: it has counted the visitor.
 */
export async function payerOf(
  c: Context<AppEnv>,
  { db, clock, buckets, internalSecret }: Deps,
  principal?: Principal,
): Promise<Payer> {
  if (principal) {
    const network = networkOf(visitorOf(c, internalSecret).address)
    const name = await payerNameOf(db, { uid: principal.uid, network, now: clock() })
    return { name, charge: (ms) => buckets.chargeAccount(bucketOf(principal), ms) }
  }
  const address = countedAddress(c, internalSecret)
  return address === null ? { name: 'web app' } : networkPayer(address, buckets)
}
