import { and, eq } from 'drizzle-orm'
import { files } from '#backend/db/tables.ts'
import { FileMissingError } from '#backend/errors.ts'
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
  const [file] = await deps.db
    .select()
    .from(files)
    .where(
      and(
        eq(files.id, id),
        eq(files.ownerUid, upload.uid),
        eq(files.state, 'stored'),
        eq(files.purpose, 'project'),
      ),
    )
  if (!file) throw new FileMissingError(['id'])
  const { key, name, size } = uploadOf(file)
  const bytes = await deps.storage.read(key, { start: 0, end: size - 1 })
  return acceptUpload(deps, { ...upload, purpose: 'project', name, bytes })
}
