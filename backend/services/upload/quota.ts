import { and, count, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { authors, files } from '#backend/db/schema.ts'
import { BadRequest, Busy, HttpError } from '#backend/http/errors.ts'
import { createQueue, type Queue } from '#backend/services/limit/queue.ts'

/** Uploads of one account that have not ended: two tabs that each send a file and four pictures. */
const PENDING_MAX = 10
/** Uploads that this process takes at once; a browser sends the next one when it may. */
const UPLOADS = { atOnce: 32, waitingMax: 0 }

type NewFile = typeof files.$inferInsert & { ownerUid: string }
type Stored = Partial<typeof files.$inferInsert> & { size: number }

export const createUploadQueue = (): Queue => createQueue(UPLOADS)

/**
 * Enters a pending upload unless the account's files reach its quota, or too many of its uploads are
 * under way.
 * @throws HttpError 413 (`quota_full`), Busy.
 */
export async function beginWithinQuota(db: Database, file: NewFile, quotaBytes: number) {
  await db.transaction(async (tx) => {
    await lockAccount(tx, file.ownerUid)
    if ((await bytesOf(tx, file.ownerUid)) >= quotaBytes) throw quotaFull()
    const [pending] = await tx
      .select({ count: count() })
      .from(files)
      .where(and(eq(files.ownerUid, file.ownerUid), eq(files.state, 'pending')))
    if (pending && pending.count >= PENDING_MAX) throw new Busy()
    await tx.insert(files).values(file)
  })
}

/**
 * Makes a pending upload a stored file. The account is locked while its files are summed up, so that
 * uploads which end at the same time cannot each find room for themselves alone.
 * @param also what belongs into the same transaction.
 * @throws HttpError 413 (`quota_full`); the upload is still pending then. BadRequest where it was swept.
 */
export async function storeWithinQuota(
  db: Database,
  { id, uid, quotaBytes }: { id: string; uid: string; quotaBytes: number },
  stored: Stored,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
) {
  await db.transaction(async (tx) => {
    await lockAccount(tx, uid)
    if ((await bytesOf(tx, uid)) + stored.size > quotaBytes) throw quotaFull()
    const kept = await tx
      .update(files)
      .set({ ...stored, state: 'stored' })
      .where(eq(files.id, id))
      .returning({ id: files.id })
    // The sweep removes uploads that take longer than an hour.
    if (kept.length === 0) throw new BadRequest('file: the upload took too long')
    await also(tx)
  })
}

/** Everything that an account owns: attached to a project or not, shown or hidden. */
async function bytesOf(tx: Transaction, uid: string): Promise<number> {
  const [sum] = await tx
    .select({ bytes: sql`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(eq(files.ownerUid, uid))
  return sum?.bytes ?? 0
}

/** Not the whole row: what refers to it may go on. */
async function lockAccount(tx: Transaction, uid: string): Promise<void> {
  await tx
    .select({ uid: authors.uid })
    .from(authors)
    .where(eq(authors.uid, uid))
    .for('no key update')
}

const quotaFull = () =>
  new HttpError(413, 'The account has no room for the file: delete projects first.', 'quota_full')
