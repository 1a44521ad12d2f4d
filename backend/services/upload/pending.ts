import { TooLargeError } from '#lib/limits/read-bounded.ts'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/tables.ts'
import { isDatabaseUnavailable } from '#backend/db/is-unavailable.ts'
import { DomainError } from '#backend/errors.ts'
import type { Parts } from '#backend/parts.ts'
import { deleteFiles } from '#backend/services/file/delete.ts'
import { beginWithinQuota } from './quota.ts'

type Deps = Pick<Parts, 'db' | 'storage' | 'accountQuota'>
type NewFile = Pick<typeof files.$inferInsert, 'id' | 'name' | 'purpose'> & {
  uid: string
  uploadedFor: string
  now: Date
}

/** Uploads that are remembered for a database at most; the sweep deletes the others after an hour. */
const LEFT_MAX = 1_000
/** Failed uploads whose rows could not be deleted, since the database had failed too. */
const leftOf = new WeakMap<Database, Set<string>>()

/**
 * Inserts the row of a pending upload and finishes the upload. If that fails, it leaves neither row nor object: where the database
 * has failed, they are deleted ahead of the next upload of this process, so that they do not count as pending for an hour.
 * @throws DomainError `quota_full`; `too_large` for a TooLargeError of `finish`; BusyError if the account has too many pending uploads; what
 * `finish` throws.
 */
export async function withPending<T>(
  deps: Deps,
  { id, name, purpose, uid, uploadedFor, now }: NewFile,
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
