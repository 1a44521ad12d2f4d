import { createHmac } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isbot } from 'isbot'
import { customerNetworkOf, networksOf } from '#lib/limits/networks.ts'
import type { Visitor } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { visitCounts, visits } from '#backend/db/tables.ts'
import { readSalt } from '#backend/services/limit/salt.ts'

/** Events per day of one network (IPv6: a /64): a school of 300 people with ten events each. */
const VISITS_PER_NETWORK = 3000
/** Events per day of all networks, about 100 bytes each. */
const VISITS_PER_DAY = 1_000_000
/** Hash of the row of `visit_counts` that counts all networks. */
const TOTAL = ''

export const isAutomatic = ({ userAgent }: Visitor) => userAgent === '' || isbot(userAgent)

/** Events of a network on a day, as hashes keyed with the salt of the day; `null` beyond the daily limits. */
export async function visitOf(db: Database, { address }: Visitor, day: string) {
  const salt = await readSalt(db, day)
  const network = networksOf(address)[0]?.name ?? ''
  const hashOf = (value: unknown) =>
    createHmac('sha256', salt).update(JSON.stringify(value)).digest('base64url')
  if (!(await isWithinLimits(db, day, [hashOf(network), TOTAL]))) return null
  const isNew = async (tx: Transaction, event: string[]) => {
    const [visit] = await tx
      .insert(visits)
      .values({ day, hash: hashOf(event) })
      .onConflictDoNothing()
      .returning({ hash: visits.hash })
    return visit !== undefined
  }
  return {
    /** Stores an event of the network. @returns whether it is its first one today. */
    async isFirst(tx: Transaction, event: string[]): Promise<boolean> {
      if (!(await isNew(tx, [...event, network]))) return false
      await countVisit(tx, day, hashOf(network))
      return true
    },
    /** The same for the network of a customer of a provider. @returns whether it is its first one today. */
    isFirstOfCustomer: (tx: Transaction, event: string[]) =>
      isNew(tx, [...event, 'customer', customerNetworkOf(address)]),
    /** Call it last: all events of the day lock this row. */
    countInTotal: (tx: Transaction) => countVisit(tx, day, TOTAL),
  }
}

async function isWithinLimits(db: Database, day: string, hashes: string[]): Promise<boolean> {
  const { hash, count: visited } = visitCounts
  const rows = await db
    .select({ hash, visited })
    .from(visitCounts)
    .where(and(eq(visitCounts.day, day), inArray(hash, hashes)))
  return rows.every((row) => {
    return row.visited < (row.hash === TOTAL ? VISITS_PER_DAY : VISITS_PER_NETWORK)
  })
}

async function countVisit(tx: Transaction, day: string, hash: string): Promise<void> {
  await tx
    .insert(visitCounts)
    .values({ day, hash, count: 1 })
    .onConflictDoUpdate({
      target: [visitCounts.day, visitCounts.hash],
      set: { count: sql`${visitCounts.count} + 1` },
    })
}
