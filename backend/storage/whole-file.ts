import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** How the name of a file ends while it is written. */
export const UNFINISHED = '.part'

/**
 * Fills a temporary file beside `target` and renames it once all of it is on the disk: `target` is
 * there completely or not at all, whatever fails. Only this user can read it.
 */
export async function writeWhole(target: string, fill: (file: FileHandle) => Promise<void>) {
  const folder = path.dirname(target)
  const temporary = `${target}.${randomBytes(6).toString('hex')}${UNFINISHED}`
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await fill(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, target)
    await syncFolder(folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** A new name survives a crash once its folder is on the disk; Windows cannot open one. */
async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
