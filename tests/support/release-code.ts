import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { releasesBeside } from '#scripts/release/exceptions.ts'
import { readReleases } from '#scripts/release/releases.ts'

const git = (...args: string[]) =>
  execFileSync('git', args, {
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/** What a backend consists of. */
const PARTS = ['package.json', 'backend', 'covers', 'demo', 'lib', 'messages', 'scripts']

/** The newest release; `undefined` in a copy of the repository without its history. */
export function newestRelease() {
  const release = readReleases().at(-1)
  try {
    git('cat-file', '-e', `${release?.commit}^{commit}`)
    return release
  } catch {
    return undefined
  }
}

/** The last two releases; none in such a copy. */
export const releasesBefore = () => (newestRelease() ? releasesBeside(readReleases()) : [])

/** Writes the backend of a commit into a folder of its own, with the installed packages of now. */
export async function checkOutBackend(commit: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'release-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, ...PARTS) })
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
