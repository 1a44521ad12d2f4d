import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import { TooLargeError } from '#lib/limits/read-bounded.ts'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { lockAuthor } from '#backend/db/find-project.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { files, keptForms, uploads } from '#backend/db/tables.ts'
import { InvalidInputError, BusyError, DomainError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'

/** Uploads of one account at a time: enough for two tabs that each send a file and four pictures. */
const PENDING_MAX = 10
/**
 * Bytes of sanitised drawings for each uploaded byte that do not count. Those of real icon sets take 1.6 to 4 (Lucide, Tabler, Bootstrap, Devicon); one path that compresses well
 * takes hundreds.
 */
export const FREE_DRAWINGS = 10
/** Uploads of one account that can be continued. */
export const UNFINISHED_MAX = 5

/** Uploads that are remembered for a database at most; the sweep deletes the others after an hour. */
const LEFT_MAX = 1_000
/** Failed uploads whose rows could not be deleted, since the database had failed too. */
const leftOf = new WeakMap<Database, Set<string>>()

type Deps = Pick<Parts, 'db' | 'storage' | 'accountQuota'>
type Pending = Pick<typeof files.$inferInsert, 'id' | 'name' | 'purpose'> & {
  uid: string
  uploadedFor: string
  now: Date
}
type NewFile = typeof files.$inferInsert & { ownerUid: string }
type Stored = Partial<typeof files.$inferInsert> & { size: number }

/**
 * Inserts the row of a pending upload and finishes the upload. If that fails, it leaves neither row nor object: where the database
 * has failed, they are deleted ahead of the next upload of this process, so that they do not count as pending for an hour.
 * @throws DomainError `quota_full`; `too_large` for a TooLargeError of `finish`; BusyError if the account has too many pending uploads; what
 * `finish` throws.
 */
export async function withPending<T>(
  deps: Deps,
  { id, name, purpose, uid, uploadedFor, now }: Pending,
  finish: () => Promise<T>,
): Promise<T> {
  await discardLeft(deps)
  const row = {
    id,
    key: id,
    name,
    ownerUid: uid,
    uploadedFor,
    createdAt: now,
    purpose,
    mediaType: '',
    size: 0,
    sha256: '',
    state: 'pending' as const,
  }
  try {
    await beginWithinQuota(deps.db, row, deps.accountQuota())
  } catch (error) {
    // It may have been inserted although the answer was lost.
    if (isDatabaseUnavailable(error)) leave(deps.db, id)
    throw error
  }
  try {
    return await finish()
  } catch (error) {
    await discard(deps, id).catch(() => leave(deps.db, id))
    if (error instanceof TooLargeError) throw new DomainError('too_large', 'The file is too large.')
    throw error
  }
}

/** The row first: an object without a row is removed by `sweepUnknown`. */
export async function discard({ db, storage }: Omit<Deps, 'accountQuota'>, id: string) {
  const keys = await deleteFiles(db, [id])
  for (const key of new Set([id, ...keys])) await storage.remove(key)
}

function leave(db: Database, id: string): void {
  const left = leftOf.get(db) ?? new Set()
  leftOf.set(db, left)
  if (left.size < LEFT_MAX) left.add(id)
}

async function discardLeft(deps: Deps): Promise<void> {
  const left = leftOf.get(deps.db)
  if (left === undefined) return
  leftOf.delete(deps.db)
  for (const id of left) await discard(deps, id).catch(() => leave(deps.db, id))
}

/**
 * Inserts the row of a pending upload.
 * @throws DomainError `quota_full` if the files of the account already reach its quota; BusyError if it
 * has too many pending uploads.
 */
async function beginWithinQuota(db: Database, file: NewFile, quotaBytes: number) {
  await db.transaction(async (tx) => {
    await lockAuthor(tx, file.ownerUid)
    if ((await bytesOf(tx, file.ownerUid)) >= quotaBytes) throw quotaFull()
    const [pending] = await tx
      .select({ count: count() })
      .from(files)
      .where(and(eq(files.ownerUid, file.ownerUid), eq(files.state, 'pending')))
    if (pending && pending.count >= PENDING_MAX) throw new BusyError()
    await tx.insert(files).values(file)
  })
}

/**
 * Inserts the row of an upload that can be continued, whose declared length counts from now on.
 * @throws DomainError `quota_full`, `too_many_uploads`.
 */
export async function reserveWithinQuota(
  db: Database,
  upload: typeof uploads.$inferInsert,
  quotaBytes: number,
) {
  const { uid, size, createdAt: now } = upload
  await db.transaction(async (tx) => {
    await lockAuthor(tx, uid)
    if ((await bytesOf(tx, uid)) + size > quotaBytes) throw quotaFull()
    const isUnfinished = and(
      eq(uploads.uid, uid),
      isNull(uploads.outcome),
      // Those that have expired and are not swept yet cannot be discarded.
      gt(uploads.expiresAt, now),
    )
    if ((await tx.$count(uploads, isUnfinished)) >= UNFINISHED_MAX) {
      const message = `An account has at most ${UNFINISHED_MAX} unfinished uploads. Finish or discard one.`
      throw new DomainError('too_many_uploads', message)
    }
    await tx.insert(uploads).values(upload)
  })
}

/**
 * Makes a pending upload a stored file. The account is locked while the sizes of its files are summed up,
 * so that concurrent uploads cannot exceed the quota together.
 * @param also runs in the same transaction.
 * @throws DomainError `quota_full`, which leaves the upload pending; InvalidInputError if the upload was
 * swept in the meantime.
 */
export async function storeWithinQuota(
  { db, accountQuota }: Pick<Parts, 'db' | 'accountQuota'>,
  { id, uid }: { id: string; uid: string },
  stored: Stored,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
) {
  const quotaBytes = accountQuota()
  await db.transaction(async (tx) => {
    await lockAuthor(tx, uid)
    const added = (stored.originalSize ?? stored.size) + (stored.animationSize ?? 0)
    if ((await bytesOf(tx, uid)) + added > quotaBytes) throw quotaFull()
    const updated = await tx
      .update(files)
      .set({ ...stored, state: 'stored' })
      .where(eq(files.id, id))
      .returning({ id: files.id })
    // The sweep deletes uploads that take longer than UPLOAD_MAX_MS.
    if (updated.length === 0) throw new InvalidInputError('file: the upload took too long')
    await also(tx)
  })
}

/**
 * Size of all files of an account with their animations, and with their drawings beyond `FREE_DRAWINGS`, also of unused and hidden ones, and
 * of its kept forms. What is stored of an account is thus at most `1 + FREE_DRAWINGS` times its quota, and the drawings of the uploads that
 * are made at the same time. Of a file that another was
 * made from, the upload counts; of an upload that can be continued its declared length, until it is made a file.
 */
export async function bytesOf(tx: Database | Transaction, uid: string): Promise<number> {
  const { size, originalSize, animationSize, drawingsSize } = files
  const uploaded = sql`coalesce(${originalSize}, ${size})`
  const counted = sql`greatest(coalesce(${drawingsSize}, 0) - ${FREE_DRAWINGS} * ${uploaded}::bigint, 0)`
  const bytes = sql`${uploaded} + coalesce(${animationSize}, 0) + ${counted}`
  const [sum] = await tx
    .select({ bytes: sql`coalesce(sum(${bytes}), 0)`.mapWith(Number) })
    .from(files)
    .where(eq(files.ownerUid, uid))
  const [reserved] = await tx
    .select({ bytes: sql`coalesce(sum(${uploads.size}), 0)`.mapWith(Number) })
    .from(uploads)
    .where(and(eq(uploads.uid, uid), isNull(uploads.outcome), isNull(uploads.finishingUntil)))
  const [forms] = await tx
    .select({ bytes: sql`coalesce(sum(octet_length(${keptForms.content})), 0)`.mapWith(Number) })
    .from(keptForms)
    .where(eq(keptForms.uid, uid))
  return (sum?.bytes ?? 0) + (reserved?.bytes ?? 0) + (forms?.bytes ?? 0)
}

const quotaFull = () =>
  new DomainError(
    'quota_full',
    'The storage quota of the account is exhausted. Delete projects first.',
  )
