import type { BackupPlace } from '#backend/storage/backup-place.ts'
import type { Patience } from '#backend/storage/s3-patience.ts'
import type { Depot } from './depot.ts'
import { openFolder } from './folder-depot.ts'

/** A bucket that does not answer is asked again for some minutes, or for half of one where a person waits. */
const PATIENCE: Patience = {
  forMs: process.stdout.isTTY ? 30_000 : 5 * 60_000,
  pauseMs: 500,
  answerMs: 60_000,
}

export async function openDepot(place: BackupPlace, patience: Patience = PATIENCE): Promise<Depot> {
  if ('folder' in place) return openFolder(place.folder)
  // The client takes 20 MB of memory.
  const { openBucket } = await import('./bucket-depot.ts')
  return openBucket(place.bucket, patience)
}
