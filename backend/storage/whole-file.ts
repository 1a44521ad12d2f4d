import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { attempt } from './error.ts'

/** Suffix of a file that is being written. */
export const UNFINISHED = '.part'

/**
 * Writes a file atomically and durably: into a temporary file next to `target`, which is synced and
 * renamed. On any failure `target` is unchanged and the temporary file is removed. Only this user can
 * read the file.
 * @throws StorageError, DomainError `disk_full`; errors of `chunks`.
 */
export async function writeWhole(
  target: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const folder = path.dirname(target)
  const temporary = `${target}.${randomBytes(6).toString('hex')}${UNFINISHED}`
  await attempt(() => mkdir(folder, { recursive: true, mode: 0o700 }))
  try {
    const file = await attempt(() => open(temporary, 'wx', 0o600))
    try {
      for await (const chunk of chunks) await attempt(() => file.writeFile(chunk))
      await attempt(() => file.sync())
    } finally {
      await file.close()
    }
    await attempt(() => rename(temporary, target))
    await attempt(() => syncFolder(folder))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A rename is durable once its folder is synced. Windows cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder)
  await handle.sync()
}
