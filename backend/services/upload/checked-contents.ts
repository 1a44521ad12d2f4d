import { WorkerError } from '#lib/worker/error.ts'
import type { Pool } from '#lib/worker/pool.ts'
import { HttpError } from '#backend/http/errors.ts'
import type { StoredFile } from '#backend/services/container/archive.ts'
import { type Contents, readContents } from '#backend/services/drawing/contents.ts'
import type { Storage } from '#backend/storage/storage.ts'

/**
 * What is in an uploaded archive, once it is looked through in a worker process.
 * @throws HttpError 400 (`bad_archive`) with the fault, also where it takes more than its limit of
 * processor time or memory; 503 where every process is taken.
 */
export async function checkedContents(
  parts: { storage: Storage; workers: Pool },
  file: StoredFile,
): Promise<Contents> {
  try {
    const contents = await readContents(parts, file, { isChecked: true })
    if (contents.fault !== null) throw bad(contents.fault)
    return contents
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const { reason } = error
    if (reason === 'time' || reason === 'memory') throw bad('too much work to look through')
    if (reason === 'crash') throw bad('it cannot be looked through')
    if (reason === 'failed') throw error
    throw new HttpError(503, 'Too many files are being looked through. Try again in a moment.')
  }
}

const bad = (what: string) =>
  new HttpError(400, `The archive cannot be taken: ${what}.`, 'bad_archive')
