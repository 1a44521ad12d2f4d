import path from 'node:path'
import { z } from 'zod'
import { parseVariables, type Variables } from '#lib/variables.ts'
import { createFolderStorage } from './folder.ts'
import { type S3Address, storageUrlSchema } from './s3-address.ts'
import type { Storage } from './storage.ts'

type Options = { STORAGE_URL?: S3Address | undefined; DATA_DIR: string }

/** A storage, and its name for messages to the operator, without credentials. */
export type OpenStorage = { storage: Storage; place: string }

/** The storage of a configuration: a bucket (`STORAGE_URL`), else the folder `files` of `DATA_DIR`. */
export async function openStorage({ STORAGE_URL, DATA_DIR }: Options): Promise<OpenStorage> {
  if (!STORAGE_URL) {
    const folder = path.resolve(DATA_DIR, 'files')
    return { storage: createFolderStorage(folder), place: folder }
  }
  // The client takes 20 MB of memory, which a site with a folder saves.
  const [{ connectS3 }, { createS3Storage }] = await Promise.all([
    import('./s3-client.ts'),
    import('./s3.ts'),
  ])
  const { endpoint, bucket, prefix } = STORAGE_URL
  const place = `STORAGE_URL (${endpoint ?? 'Amazon S3'}/${bucket}/${prefix})`
  const connected = connectS3(STORAGE_URL)
  const storage = createS3Storage(connected)
  if (!STORAGE_URL.signsDownloads) return { storage, place }
  const { createSigner } = await import('./s3-sign.ts')
  return { storage: { ...storage, signDownload: createSigner(STORAGE_URL, connected) }, place }
}

const variablesSchema = z.object({ STORAGE_URL: storageUrlSchema.optional() })

/**
 * The storage of commands that know the data folder.
 * @throws Error with one sentence for a bad `STORAGE_URL`.
 */
export const storageOf = (source: Variables, dataDir: string): Promise<OpenStorage> =>
  openStorage({ ...parseVariables(variablesSchema, source), DATA_DIR: dataDir })
