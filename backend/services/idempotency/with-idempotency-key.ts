import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { keptForms, writes } from '#backend/db/tables.ts'
import { DomainError } from '#backend/errors.ts'

/** Retention of keys and their answers, in ms. */
const KEPT_MS = 24 * 3600 * 1000

type Write<T> = {
  uid: string
  key: string | undefined
  /** Identifies the request: method, path and body. */
  request: unknown
  now: Date
  /** Parses a stored answer. */
  answer: z.ZodType<T>
}

/**
 * Runs a write at most once per key and account, stores its answer and deletes the draft with the key, in the same transaction. A
 * repeated request gets the stored answer; of two concurrent requests the second waits for the first.
 * @throws DomainError `other_request` if the key was used for another request.
 */
export async function withIdempotencyKey<T>(
  db: Database,
  { uid, key, request, now, answer: schema }: Write<T>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    if (key === undefined) return work(tx)
    // By both clocks: one that jumps ahead would forget the keys of writes that are repeated.
    const isOld = lt(writes.createdAt, new Date(now.getTime() - KEPT_MS))
    const isOldThere = lt(writes.createdAt, sql`now() - make_interval(secs => ${KEPT_MS / 1000})`)
    await tx.delete(writes).where(and(isOld, isOldThere))
    const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
    const claimed = await tx
      .insert(writes)
      .values({ uid, key, requestHash, createdAt: now })
      .onConflictDoNothing()
      .returning({ key: writes.key })
    const where = and(eq(writes.uid, uid), eq(writes.key, key))
    if (claimed.length === 0) {
      const [stored] = await tx.select().from(writes).where(where)
      if (stored?.requestHash === requestHash) return schema.parse(stored.answer)
      throw new DomainError(
        'other_request',
        'The idempotency key was already used for another request.',
      )
    }
    const answer = await work(tx)
    await tx.update(writes).set({ answer }).where(where)
    // What was a draft is published.
    await tx.delete(keptForms).where(and(eq(keptForms.uid, uid), eq(keptForms.key, key)))
    return answer
  })
}
