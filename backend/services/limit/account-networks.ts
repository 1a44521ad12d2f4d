import { createHmac } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { and, countDistinct, desc, eq, exists, lt, max, ne, type SQL, sql } from 'drizzle-orm'
import {
  NETWORK_DAYS,
  networkHashSchema,
  NETWORKS_LISTED,
  OTHERS_LISTED,
} from '#lib/contract/admin/network.ts'
import type { AccountDetails } from '#lib/contract/admin/account.ts'
import { networkOf } from '#lib/limits/networks.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { accountNetworks, accounts, authors, projects } from '#backend/db/tables.ts'

/*
 * Networks that accounts register and publish from: an IPv4 /24 or an IPv6 /48, stored as a hash alone. Its key is derived from
 * `INTERNAL_SECRET`, so that the database without the secret tells no network; without a secret nothing is stored or found.
 */

/** The /24 or /48 of an address or of a narrower network; null for anything else. */
function wideNetworkOf(given: string): string | null {
  const address = networkOf(given.trim().replace(/[/%].*$/, ''))
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : null
}

/** The hash of the network of an address, or a hash itself; null for anything else. */
function hashOf(secret: string | undefined, given: string): string | null {
  if (networkHashSchema.safeParse(given).success) return given
  const network = wideNetworkOf(given)
  if (secret === undefined || network === null) return null
  const key = createHmac('sha256', secret).update('networks of accounts').digest()
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22)
}

/** Matches no network. */
const NO_HASH = '-'

/** A filter with the hash in place of the network that was typed, which goes no further. */
export function withNetworkHash<F extends { network?: string | undefined }>(
  secret: string | undefined,
  filter: F,
): F {
  const { network } = filter
  if (network === undefined || network === '') return filter
  return Object.assign({}, filter, { network: hashOf(secret, network) ?? NO_HASH })
}

type Seen = { uid: string; network: string; now: Date; projectId?: string }

/** Stores where an account registers or publishes from. @param seen `network` is an address, or what `networkOf` returns of it. */
export async function rememberNetwork(
  db: Database | Transaction,
  secret: string | undefined,
  { uid, network, now, projectId = '' }: Seen,
): Promise<void> {
  const hash = hashOf(secret, network)
  if (hash === null) return
  await db
    .insert(accountNetworks)
    .values({ hash, uid, projectId, at: now })
    .onConflictDoUpdate({
      target: [accountNetworks.hash, accountNetworks.uid, accountNetworks.projectId],
      set: { at: now },
    })
}

const seen = (condition: SQL | undefined) =>
  exists(sql`(SELECT FROM ${accountNetworks} WHERE ${condition})`)

/** Whether an account registered or published from a network. */
export const isAccountOf = (hash: string): SQL =>
  seen(and(eq(accountNetworks.hash, hash), eq(accountNetworks.uid, accounts.uid)))

/** Whether a project was published from a network, or a change of it. */
export const isProjectOf = (hash: string): SQL =>
  seen(
    and(
      eq(accountNetworks.hash, hash),
      eq(accountNetworks.projectId, projects.id),
      eq(accountNetworks.uid, projects.authorUid),
    ),
  )

/** The last networks of an account, each with other accounts of it. */
export async function networksOfAccount(
  db: Database,
  uid: string,
): Promise<AccountDetails['networks']> {
  const at = max(accountNetworks.at)
  const own = await db
    .select({ hash: accountNetworks.hash, at })
    .from(accountNetworks)
    .where(eq(accountNetworks.uid, uid))
    .groupBy(accountNetworks.hash)
    .orderBy(desc(at))
    .limit(NETWORKS_LISTED)
  return Promise.all(
    own.map(async ({ hash, at: last }) => {
      const isOther = and(eq(accountNetworks.hash, hash), ne(accountNetworks.uid, uid))
      const [[found], names] = await Promise.all([
        db
          .select({ others: countDistinct(accountNetworks.uid) })
          .from(accountNetworks)
          .where(isOther),
        db
          .select({ name: authors.name })
          .from(accountNetworks)
          .innerJoin(authors, eq(authors.uid, accountNetworks.uid))
          .where(isOther)
          .groupBy(authors.name)
          .orderBy(desc(at), authors.name)
          .limit(OTHERS_LISTED),
      ])
      return {
        network: hash,
        at: last?.toISOString() ?? '',
        others: found?.others ?? 0,
        names: names.map(({ name }) => name),
      }
    }),
  )
}

/** What is stored of an account, without the hashes. */
export async function exportNetworks(db: Database, uid: string) {
  const rows = await db
    .select()
    .from(accountNetworks)
    .where(eq(accountNetworks.uid, uid))
    .orderBy(accountNetworks.at)
  return rows.map(({ at, projectId }) => ({
    at: at.toISOString(),
    project_id: projectId === '' ? null : projectId,
  }))
}

/** Forgets networks that were last seen `NETWORK_DAYS` ago. */
export async function sweepNetworks(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - NETWORK_DAYS * 24 * 3_600_000)
  await db.delete(accountNetworks).where(lt(accountNetworks.at, end))
}
