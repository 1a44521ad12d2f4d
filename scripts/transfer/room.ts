import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size for people: `1.4 MB`. */
export function readableSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`
}

/** Bytes that this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Asks for room before anything is written.
 * @param what is to be written, as the beginning of a sentence.
 * @throws Error with the bytes that are needed and those that are free.
 */
export function requireRoom(
  what: string,
  { needed, free, place }: { needed: number; free: number; place: string },
): void {
  if (needed <= free) return
  throw new Error(
    `${what} needs ${readableSize(needed)} (${needed} bytes), and ${place} has ${readableSize(free)} (${free} bytes) left: make room, then run the command again.`,
  )
}

/** The bytes of all files in a folder. */
export async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    // A file may be removed meanwhile.
    const info = await stat(path.join(entry.parentPath, entry.name)).catch(() => null)
    bytes += info?.size ?? 0
  }
  return bytes
}
