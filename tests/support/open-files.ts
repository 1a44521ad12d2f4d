import { readdir, readlink } from 'node:fs/promises'

/** The files below a folder that a process has open; none where the system has no `/proc`. */
export async function openFilesIn(folder: string, pid = process.pid): Promise<string[]> {
  const descriptors = `/proc/${pid}/fd`
  const names = await readdir(descriptors).catch(() => [])
  const targets = await Promise.all(
    // Closed meanwhile.
    names.map((name) => readlink(`${descriptors}/${name}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(`${folder}/`))
}
