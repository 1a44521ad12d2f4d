import type { Principal } from '#backend/caller.ts'
import { NotFoundError } from '#backend/errors.ts'
import { authoriseScope } from './authorise.ts'

type Upload = { ownerUid: string | null; attachedAt: Date | null }

/** What an answer with bytes of an upload allows caches until it is published: then its address is public. */
export const UNPUBLISHED_CACHE_CONTROL = 'private, no-store'

/**
 * Admits everybody to a published file, and the owner alone to an upload that is not published yet.
 * @param identify the caller, if the request names one.
 * @returns whether the file is published.
 * @throws NotFoundError for an upload of another account; as `identify` and `authoriseScope`.
 */
export async function admitToFile(
  { ownerUid, attachedAt }: Upload,
  identify: () => Promise<Principal | undefined>,
): Promise<boolean> {
  if (attachedAt !== null || ownerUid === null) return true
  const principal = await identify()
  if (principal?.uid !== ownerUid) throw new NotFoundError()
  authoriseScope({ scope: 'publish' }, principal)
  return false
}
