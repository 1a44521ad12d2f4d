import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import type { UnfinishedUpload, uploadMetadataSchema } from '#lib/contract/file/resumable.ts'
import { type Principal, uploaderOf } from '#backend/caller.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { newId } from '#backend/db/new-id.ts'
import { uploadParts, uploads } from '#backend/db/tables.ts'
import { DomainError, InvalidInputError, NotFoundError } from '#backend/errors.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { cleanFileName, kindByExtension } from './file-name.ts'
import { reserveWithinQuota } from './quota.ts'

/** How long an upload may take in all. */
export const UNFINISHED_MS = 24 * 3600 * 1000
/** An outcome is kept for callers whose answer was lost. */
const OUTCOME_MS = 3600 * 1000

export type UploadRow = typeof uploads.$inferSelect
export type UploadPart = Pick<typeof uploadParts.$inferSelect, 'start' | 'size' | 'key'>
type Deps = { db: Database; storage: Storage }

/** Whose uploads a caller reaches: those of its account, with a token of one project those of such tokens. */
export type Owner = { uid: string; uploadedFor: string; isLimited: boolean; now: Date }
export function ownerOf(principal: Principal, now: Date): Owner {
  const isLimited = principal.accessToken?.reach.projects === 'one'
  return { uid: principal.uid, uploadedFor: uploaderOf(principal), isLimited, now }
}

const isOwn = ({ uid, uploadedFor, isLimited, now }: Owner) =>
  and(
    eq(uploads.uid, uid),
    isLimited ? eq(uploads.uploadedFor, uploadedFor) : undefined,
    gt(uploads.expiresAt, now),
  )
const isOne = (owner: Owner, id: string) => and(eq(uploads.id, id), isOwn(owner))
const isOpen = and(isNull(uploads.outcome), isNull(uploads.finishingUntil))

type Begun = { size: number; metadata: z.output<typeof uploadMetadataSchema> }
type Limits = { quotaBytes: number; maxBytes: number }

/**
 * Begins an upload of a declared length.
 * @throws DomainError `too_large`, `wrong_type`, `quota_full`, `too_many_uploads`; InvalidInputError for an empty file.
 */
export async function beginUnfinished(
  db: Database,
  { uid, uploadedFor, now }: Owner,
  { size, metadata: { filename, purpose, crop, sha256 } }: Begun,
  { quotaBytes, maxBytes }: Limits,
): Promise<UploadRow> {
  const name = cleanFileName(filename)
  if (purpose === 'project') kindByExtension(name)
  if (size === 0) throw new InvalidInputError('file: empty')
  if (size > maxBytes) throw new DomainError('too_large', 'The file is too large.')
  const row = {
    id: newId(),
    uid,
    uploadedFor,
    purpose,
    name,
    crop: crop ?? null,
    sha256: sha256 ?? null,
    size,
    received: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + UNFINISHED_MS),
    finishingUntil: null,
    outcome: null,
  }
  await reserveWithinQuota(db, row, quotaBytes)
  return row
}

/** Uploads of an account that are not finished, the newest first. */
export async function listUnfinished(db: Database, owner: Owner): Promise<UploadRow[]> {
  const isListed = and(isOwn(owner), isNull(uploads.outcome))
  return db.select().from(uploads).where(isListed).orderBy(desc(uploads.createdAt), uploads.id)
}

/** @throws NotFoundError for unknown and expired uploads, and those of others. */
export async function findUnfinished(
  db: Pick<Database, 'select'>,
  owner: Owner,
  id: string,
): Promise<UploadRow> {
  const [row] = await db.select().from(uploads).where(isOne(owner, id))
  if (!row) throw new NotFoundError()
  return row
}

export const toUnfinished = (row: UploadRow): UnfinishedUpload => ({
  id: row.id,
  name: row.name,
  purpose: row.purpose,
  size: row.size,
  received: row.received,
  sha256: row.sha256,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})

export const offsetDiffers = (received: number) =>
  new DomainError('offset_differs', `${received} bytes have arrived.`, { details: { received } })

/**
 * Adds a part that is stored already. Of two that begin at the same byte the first is added, so that clients cannot mix their bytes.
 * @throws DomainError `offset_differs` if other bytes have arrived meanwhile, or the upload is gone.
 */
export async function addPart(
  db: Database,
  owner: Owner,
  id: string,
  part: UploadPart,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [added] = await tx
      .update(uploads)
      .set({ received: part.start + part.size })
      .where(and(isOne(owner, id), isOpen, eq(uploads.received, part.start)))
      .returning({ id: uploads.id })
    if (!added) throw offsetDiffers((await findUnfinished(tx, owner, id)).received)
    await tx.insert(uploadParts).values({ uploadId: id, ...part })
  })
}

/** The parts of an upload in order. */
export const partsOf = (db: Database, id: string): Promise<UploadPart[]> =>
  db.select().from(uploadParts).where(eq(uploadParts.uploadId, id)).orderBy(asc(uploadParts.start))

/**
 * Claims a complete upload, so that one caller at a time makes it a file.
 * @returns whether it is claimed; not while another claim lasts, and not with an outcome.
 */
export async function claimComplete(
  db: Database,
  owner: Owner,
  id: string,
  until: Date,
): Promise<boolean> {
  const isFree = or(isNull(uploads.finishingUntil), lt(uploads.finishingUntil, owner.now))
  const isComplete = and(eq(uploads.received, uploads.size), isNull(uploads.outcome), isFree)
  const claimed = await db
    .update(uploads)
    .set({ finishingUntil: until })
    .where(and(isOne(owner, id), isComplete))
    .returning({ id: uploads.id })
  return claimed.length > 0
}

/** Ends a claim without an outcome: the upload can be finished again. */
export async function freeClaim(db: Database, owner: Owner, id: string): Promise<void> {
  await db.update(uploads).set({ finishingUntil: null }).where(isOne(owner, id))
}

/** Records what became of an upload, and removes its bytes. It counts as complete, so that its client asks for the outcome. */
export async function settle(
  { db, storage }: Deps,
  owner: Owner,
  id: string,
  outcome: object,
): Promise<void> {
  const expiresAt = new Date(owner.now.getTime() + OUTCOME_MS)
  const keys = await db.transaction(async (tx) => {
    const settled = await tx
      .update(uploads)
      .set({ outcome, received: sql`${uploads.size}`, finishingUntil: null, expiresAt })
      .where(isOne(owner, id))
      .returning({ id: uploads.id })
    return settled.length === 0 ? [] : deletePartRows(tx, [id])
  })
  for (const key of keys) await storage.remove(key)
}

/** Discards an upload of a caller. @throws NotFoundError */
export async function discardUnfinished(deps: Deps, owner: Owner, id: string): Promise<void> {
  if ((await remove(deps, isOne(owner, id))) === 0) throw new NotFoundError()
}

/** Deletes the uploads of an account that is deleted. @returns the keys to remove once the transaction is committed. */
export async function deleteUploadsOf(tx: Transaction, uid: string): Promise<string[]> {
  const own = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.uid, uid))
  const ids = own.map(({ id }) => id)
  const keys = await deletePartRows(tx, ids)
  await tx.delete(uploads).where(inArray(uploads.id, ids))
  return keys
}

/** Uploads that one transaction deletes. */
const BATCH = 500

/**
 * Deletes uploads that have expired.
 * @param isAlone no other backend uses this database, so that what was being finished was interrupted.
 * @returns how many.
 */
export async function sweepUnfinished(
  deps: Deps,
  { now, isAlone }: { now: Date; isAlone: boolean },
): Promise<number> {
  if (isAlone) {
    const isClaimed = isNotNull(uploads.finishingUntil)
    await deps.db.update(uploads).set({ finishingUntil: null }).where(isClaimed)
  }
  const isExpired = lt(uploads.expiresAt, now)
  let total = 0
  for (;;) {
    const count = await remove(deps, isExpired)
    total += count
    if (count < BATCH) return total
  }
}

/** Deletes up to `BATCH` uploads, the rows first: an object without a row is removed by `sweepUnknown`. @returns how many. */
async function remove({ db, storage }: Deps, condition: SQL | undefined): Promise<number> {
  const { count, keys } = await db.transaction(async (tx) => {
    const chosen = tx.select({ id: uploads.id }).from(uploads).where(condition).limit(BATCH)
    const ids = (await chosen.for('update')).map(({ id }) => id)
    const parts = await deletePartRows(tx, ids)
    await tx.delete(uploads).where(inArray(uploads.id, ids))
    return { count: ids.length, keys: parts }
  })
  for (const key of keys) await storage.remove(key)
  return count
}

async function deletePartRows(db: Pick<Database, 'delete'>, ids: string[]): Promise<string[]> {
  const rows = await db
    .delete(uploadParts)
    .where(inArray(uploadParts.uploadId, ids))
    .returning({ key: uploadParts.key })
  return rows.map(({ key }) => key)
}
