import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#backend/db/connect.ts'
import { files } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { DRAWING_TYPE, imageUrl } from '#backend/services/file/url.ts'
import type { AcceptedPicture } from '#backend/services/picture/messages.ts'
import type { PictureService } from '#backend/services/picture/pictures.ts'
import type { Storage } from '#backend/storage/storage.ts'
import { discard, storeWithinQuota, withPending } from './quota.ts'

type Store = { db: Database; storage: Storage; pictures: PictureService }
type Deps = Store & { accountQuota: () => number }

type NewFile = { uid: string; uploadedFor: string; name: string; now: Date }

/** Writes a pending picture, its smaller widths and its animation. @returns the columns of its row. */
export async function writePicture(
  { db, storage, pictures }: Store,
  key: string,
  made: AcceptedPicture,
) {
  const { bytes, derived, animation, isDrawing, ...columns } = made
  const { size, sha256 } = await storage.writeStream(key, [bytes], { maxBytes: Infinity })
  await pictures.storeDerived(key, derived)
  const moving = animation && (await writeAnimation({ db, storage }, { id: key, bytes: animation }))
  const mediaType = isDrawing ? DRAWING_TYPE : 'image/webp'
  return { ...columns, ...moving, mediaType, size, sha256 }
}

/** What the answer to an upload has of a stored picture. */
export const answerOf = ({
  width,
  height,
  size,
  sha256,
  placeholder,
}: Awaited<ReturnType<typeof writePicture>>) => ({ width, height, size, sha256, placeholder })

/** The key is recorded first, so that a failed upload leaves no object. */
async function writeAnimation(
  { db, storage }: Pick<Store, 'db' | 'storage'>,
  { id, bytes }: { id: string; bytes: Uint8Array },
) {
  const animationKey = newId()
  await db.update(files).set({ animationKey }).where(eq(files.id, id))
  const { size, sha256 } = await storage.writeStream(animationKey, [bytes], { maxBytes: Infinity })
  return { animationKey, animationSize: size, animationSha256: sha256 }
}

/**
 * Stores a picture that was made here, like an upload of the account. An equal one that no project uses yet is
 * not stored again.
 * @throws DomainError `quota_full`, `disk_full`; StorageError.
 */
export async function storeMadePicture(
  deps: Deps,
  { uid, uploadedFor, name, now }: NewFile,
  made: AcceptedPicture,
) {
  const id = newId()
  return withPending(deps, { id, name, uid, uploadedFor, now, purpose: 'image' }, async () => {
    const picture = await writePicture(deps, id, made)
    const known = await findUnused(deps.db, { uid, uploadedFor }, picture.sha256)
    if (known === null) await storeWithinQuota(deps, { id, uid }, picture)
    else await discard(deps, id)
    const kept = known ?? id
    return { id: kept, url: imageUrl(kept), name, ...answerOf(picture) }
  })
}

async function findUnused(
  db: Database,
  { uid, uploadedFor }: Pick<NewFile, 'uid' | 'uploadedFor'>,
  sha256: string,
): Promise<string | null> {
  const [row] = await db
    .select({ id: files.id })
    .from(files)
    .where(
      and(
        eq(files.ownerUid, uid),
        eq(files.uploadedFor, uploadedFor),
        eq(files.sha256, sha256),
        eq(files.state, 'stored'),
        eq(files.purpose, 'image'),
        isNull(files.attachedAt),
      ),
    )
    .limit(1)
  return row?.id ?? null
}
