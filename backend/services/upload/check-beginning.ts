import { fileTypeFromBuffer } from 'file-type'
import type { Purpose } from '#lib/contract/publish.ts'
import { ArchiveError } from '#backend/services/container/error.ts'
import { refuseBeginning } from '#backend/services/container/refuse-type.ts'
import { badImage } from '#backend/services/picture/work.ts'
import type { Storage, StoredObject } from '#backend/storage/storage.ts'
import { badArchive } from './accept-archive.ts'
import { checkPackageBeginning } from './accept-package.ts'
import { kindByExtension } from './file-name.ts'

/** First bytes that types are recognised by. */
const HEAD_BYTES = 40_000
const PICTURES = new Set(['png', 'apng', 'jpg', 'webp', 'avif', 'gif'])

/**
 * Refuses a file by its first bytes, before the others are sent. It refuses nothing that the checks of the complete file accept.
 * @param first its first part.
 * @throws DomainError `wrong_type`, `bad_archive`, `bad_image`; StorageError.
 */
export async function checkBeginning(
  storage: Storage,
  { key, size }: StoredObject,
  { name, purpose }: { name: string; purpose: Purpose },
): Promise<void> {
  const head = await storage.readBytes(key, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 })
  // A part that was cut off may end within the mark of its type.
  if (head.length < HEAD_BYTES) return
  if (purpose !== 'project') {
    const type = await fileTypeFromBuffer(head)
    if (!type || !PICTURES.has(type.ext)) throw badImage()
    return
  }
  if (kindByExtension(name) === 'plugin') return checkPackageBeginning(head)
  try {
    await refuseBeginning(head)
  } catch (error) {
    throw error instanceof ArchiveError ? badArchive(error.issue) : error
  }
}
