import { and, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { devices } from '#backend/db/tables.ts'
import { hashToken, newToken } from '#backend/token.ts'

/** Known browsers are deleted after this time without a sign-in, in ms (maximum age of cookies). */
export const DEVICE_MS = 400 * 24 * 3600 * 1000
/** Maximum number of known browsers of an account; the least recently used is deleted. */
const DEVICES_MAX = 50

/**
 * Finds a browser that signed in to an account before, by its device tokens.
 * @returns its id, or `null` if it is unknown.
 */
export async function findDevice(
  db: Database | Transaction,
  uid: string,
  tokens: readonly string[],
  now: Date,
): Promise<string | null> {
  if (tokens.length === 0) return null
  const [device] = await db
    .select({ hash: devices.hash })
    .from(devices)
    .where(
      and(
        eq(devices.uid, uid),
        inArray(devices.hash, tokens.map(hashToken)),
        gt(devices.usedAt, new Date(now.getTime() - DEVICE_MS)),
      ),
    )
    .limit(1)
  return device?.hash ?? null
}

/** Registers a browser as known to an account. @returns its device token. */
export async function addDevice(tx: Transaction, uid: string, now: Date): Promise<string> {
  const token = newToken()
  const hash = hashToken(token)
  await tx.insert(devices).values({ hash, uid, createdAt: now, usedAt: now })
  const surplus = tx
    .select({ hash: devices.hash })
    .from(devices)
    .where(and(eq(devices.uid, uid), ne(devices.hash, hash)))
    .orderBy(desc(devices.usedAt))
    .offset(DEVICES_MAX - 1)
  await tx.delete(devices).where(inArray(devices.hash, surplus))
  return token
}

/** Records a sign-in of a known browser. */
export async function touchDevice(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(devices).set({ usedAt: now }).where(eq(devices.hash, id))
}

/** Deletes the known browsers of an account, except one. */
export async function deleteDevices(
  tx: Transaction,
  uid: string,
  except: string | null,
): Promise<void> {
  await tx
    .delete(devices)
    .where(and(eq(devices.uid, uid), except === null ? undefined : ne(devices.hash, except)))
}

/** Deletes the browsers that have not signed in for `DEVICE_MS`. */
export async function sweepDevices(db: Database, now: Date): Promise<void> {
  await db.delete(devices).where(lt(devices.usedAt, new Date(now.getTime() - DEVICE_MS)))
}
