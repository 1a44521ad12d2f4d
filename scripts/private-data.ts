import { chmod, lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'

/** What the data folder holds of ours. */
const OURS = ['database', 'files', 'mail', 'internal-secret', 'session-secret']
const STICKY = 0o1000

/**
 * Takes the data folder and what it holds away from other users of the machine: folders 0700, files
 * 0600. Data of earlier versions are changed once; other users' files and links are left alone.
 */
export async function makePrivate(dataDir: string): Promise<void> {
  if (process.getuid === undefined) return
  for (const name of OURS) {
    // The operator may have put one of them on another disk.
    const place = await realpath(path.join(dataDir, name)).catch(() => null)
    if (place) await restrict(place)
  }
  const { mode, uid } = await lstat(dataDir)
  // A folder for everybody, such as the one for temporary files, stays one.
  if (uid === process.getuid() && (mode & STICKY) === 0) await chmod(dataDir, 0o700)
}

async function restrict(place: string): Promise<void> {
  const facts = await lstat(place).catch(() => null)
  if (!facts || facts.uid !== process.getuid?.() || (facts.mode & 0o077) === 0) return
  await makeTreePrivate(place)
}

/** Takes a folder with all that is in it away from other users, or a single file. */
export async function makeTreePrivate(place: string): Promise<void> {
  const facts = await lstat(place).catch(() => null)
  if (!facts || facts.uid !== process.getuid?.()) return
  if (facts.isFile()) await chmod(place, 0o600)
  if (!facts.isDirectory()) return
  for (const name of await readdir(place)) await makeTreePrivate(path.join(place, name))
  // The folder last: where it is private already, all that was in it is too.
  await chmod(place, 0o700)
}
