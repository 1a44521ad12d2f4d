import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { writes } from '#backend/db/account-schema.ts'
import { HttpError } from '#backend/http/errors.ts'

/** What was done under a key is remembered for so long, in ms. */
const KEPT_MS = 24 * 3600 * 1000

type Write<T> = {
  uid: string
  key: string | undefined
  /** What tells requests apart: method, path and body. */
  request: unknown
  now: Date
  /** What the answer is, for reading it back. */
  answer: z.ZodType<T>
}

/**
 * Does a write once per key and account, in one transaction with the memory of it: who comes again
 * with the same request gets the same answer; of two at the same time, one waits for the other.
 * @throws HttpError 409 (`other_request`) where the key was used for another request.
 */
export async function once<T>(
  db: Database,
  { uid, key, request, now, answer: schema }: Write<T>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (key === undefined) return work(tx)
    await tx.delete(writes).where(lt(writes.createdAt, new Date(now.getTime() - KEPT_MS)))
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
    const claimed = await tx
      .insert(writes)
      .values({ uid, key, requestHash, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: writes.key })
    const where = and(eq(writes.uid, uid), eq(writes.key, key))
    if (claimed.length === 0) {
      const [known] = await tx.select().from(writes).where(where)
      if (known?.requestHash === requestHash) return schema.parse(known.answer)
      throw new HttpError(409, 'This key was used for another request.', 'other_request')
    }
    const answer = await work(tx)
    await tx.update(writes).set({ answer }).where(where)
    return answer
  })
}
