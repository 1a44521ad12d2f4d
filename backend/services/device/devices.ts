import { and, desc, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { devices } from '#backend/db/account-schema.ts'
import { hashToken, newToken } from '#backend/services/session/token.ts'

/** A browser that does not sign in for so long is forgotten, in ms; cookies live no longer. */
export const DEVICE_MS = 400 * 24 * 3600 * 1000
/** An account has at most so many known browsers; the one not used for longest goes. */
const DEVICES_MAX = 50

/**
 * Finds the browser that signed in to an account before, by the tokens that it was given then.
 * @returns its id, or `null` for an unknown one.
 */
export async function findDevice(
  db: Database | Transaction,
  uid: string,
  tokens: readonly string[],
  now: Date,
): Promise<string | null> {
  if (tokens.length === 0) return null
  const [known] = await db
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
  return known?.hash ?? null
}

/** Makes a browser known to an account. @returns the token that it is known by from now on. */
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

/** Notes that a known browser signed in. */
export async function touchDevice(tx: Transaction, id: string, now: Date): Promise<void> {
  await tx.update(devices).set({ usedAt: now }).where(eq(devices.hash, id))
}

/** Forgets the browsers of an account, but for one. */
export async function forgetDevices(
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
