import { call } from './call-client.ts'
import type { UploadedFile } from './form-file.ts'

/**
 * Files that the server no longer has: one that no project uses is deleted after a day. A backend
 * without this call is assumed to have them; publishing tells otherwise.
 */
export async function findGone(files: UploadedFile[]): Promise<UploadedFile[]> {
  const results = await Promise.all(files.map(({ id }) => isGone(id)))
  return files.filter((_, at) => results[at])
}

async function isGone(id: string): Promise<boolean> {
  const result = await call('fileState', { id })
  return !result.ok && result.reason === 'file_missing'
}
