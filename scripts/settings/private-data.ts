import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Entries of the data folder that belong to the site. */
const ENTRIES = ['database', 'files', 'mail', 'internal-secret', 'session-secret']
const STICKY = 0o1000

/**
 * Removes the access of other users to the data folder: folders 0700, files 0600. Changes data of
 * earlier versions once; files of other users and links stay unchanged.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  if (process.getuid === undefined) return
  for (const name of ENTRIES) {
    // The operator may have linked it to another disk.
    const target = await realpath(path.join(dataDir, name)).catch(() => null)
    if (target) await restrict(target)
  }
  const { mode, uid } = await lstat(dataDir)
  // A shared folder such as `/tmp` keeps its mode.
  if (uid === process.getuid() && (mode & STICKY) === 0) await chmod(dataDir, 0o700)
}

async function restrict(target: string): Promise<void> {
  const stats = await lstat(target).catch(() => null)
  if (!stats || stats.uid !== process.getuid?.() || (stats.mode & 0o077) === 0) return
  await makeTreePrivate(target)
}

/** Removes the access of other users to a file, or to a folder and all its contents. */
export async function makeTreePrivate(target: string): Promise<void> {
  const stats = await lstat(target).catch(() => null)
  if (!stats || stats.uid !== process.getuid?.()) return
  if (stats.isFile()) await chmod(target, 0o600)
  if (!stats.isDirectory()) return
  for (const name of await readdir(target)) await makeTreePrivate(path.join(target, name))
  // The folder last: a private folder then has private contents.
  await chmod(target, 0o700)
}
