import { findOwnFile } from '#backend/services/file/find.ts'
import { uploadOf } from '#backend/services/file/original.ts'
import { acceptUpload, type Upload, type Uploaded } from './accept.ts'

type Decoding = Pick<Upload, 'uid' | 'uploadedFor' | 'payer' | 'now'> &
  Required<Pick<Upload, 'encoding'>> & { id: string }

/**
 * Reads an account's own project file again, with the names of its archive in another encoding: as a new file, whose original has the
 * same bytes. The one before stays until it is swept, so that a form or draft that names it loses nothing.
 * @throws FileMissingError, also for a file of another account or purpose; as `acceptUpload`.
 */
export async function decodeNamesAgain(
  deps: Parameters<typeof acceptUpload>[0],
  { id, ...upload }: Decoding,
): Promise<Uploaded> {
  const { key, name, size } = uploadOf(await findOwnFile(deps.db, { uid: upload.uid, id }))
  const bytes = await deps.storage.read(key, { start: 0, end: size - 1 })
  return acceptUpload(deps, { ...upload, purpose: 'project', name, bytes })
}
