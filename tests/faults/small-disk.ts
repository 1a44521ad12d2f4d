import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** A disk of its own in memory, in MB; `null` without the right to mount one. */
export async function mountSmallDisk(megabytes: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'disk-'))
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'pipe' })
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  return {
    folder,
    /** Gives it another size. */
    resize: (size: number) =>
      void execFileSync('mount', ['-o', `remount,size=${size}m`, folder], { stdio: 'pipe' }),
    async unmount() {
      execFileSync('umount', [folder])
      await rm(folder, { recursive: true })
    },
  }
}
export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>
