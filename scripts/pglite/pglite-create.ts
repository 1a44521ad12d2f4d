import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { z } from 'zod'

const extensions = { pg_trgm, unaccent }
/** PostgreSQL's default of 128 MB doubles what the operating system caches of the files, in the memory of this process. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** The file system of PGlite throws objects with the error numbers of WASI. */
const errnoSchema = z.object({ name: z.literal('ErrnoError'), errno: z.number() })
const WASI_NO_SPACE = 51

/**
 * Opens the database in a folder, or creates one in an empty folder; in memory without a folder.
 * @throws Error, with the code `ENOSPC` if the disk is full.
 */
export async function createEmbedded(dataDir?: string): Promise<PGlite> {
  try {
    return await PGlite.create({ extensions, startParams, ...(dataDir && { dataDir }) })
  } catch (error) {
    const { data } = errnoSchema.safeParse(error)
    if (!data) throw error
    const isFull = data.errno === WASI_NO_SPACE
    const message = isFull ? 'no space left on device' : `error ${data.errno} of the file system`
    const thrown = new Error(`The embedded database cannot be opened: ${message}.`, {
      cause: error,
    })
    throw isFull ? Object.assign(thrown, { code: 'ENOSPC' }) : thrown
  }
}
