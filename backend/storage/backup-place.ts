import { z } from 'zod'
import { type S3Address, storageUrlSchema } from './s3-address.ts'

/** Where backups are: a folder of this machine, or a bucket. */
export type BackupPlace = { folder: string } | { bucket: S3Address }

/** An address with a scheme, or one of `scp`. A folder of such a name can be given as `./name:`. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]+:|[^/\\]*@[^/\\]*:)/i

/**
 * A folder, or the address of a bucket in the form of `STORAGE_URL`. Anything else that looks like an address is refused: it would become a folder
 * whose name contains its password. No message contains the value.
 */
export const backupPlaceSchema = z.string().transform((value, { issues }): BackupPlace => {
  if (!ADDRESS.test(value)) return { folder: value }
  const refuse = (message: string) => {
    issues.push({ code: 'custom', message, input: '' })
    return z.NEVER
  }
  if (!/^s3:\/\//i.test(value)) {
    return refuse('a folder, or the address of a bucket that begins with s3://, is expected')
  }
  const { data, error } = storageUrlSchema.safeParse(value)
  return data ? { bucket: data } : refuse(error?.issues[0]?.message ?? '')
})
