import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { DrawingSet } from './sets.ts'

const run = promisify(execFile)

/** Ignored by git, and kept between runs. */
export const FOLDER = path.resolve(import.meta.dirname, '../../../.data/drawing-judge')
const TIMEOUT_MS = 5 * 60_000

/**
 * Downloads and unpacks the package of a set unless it is there.
 * @returns its folder.
 * @throws Error if it cannot be fetched.
 */
export async function fetchSet({ name, source }: DrawingSet): Promise<string> {
  const [id] = Object.values(source)
  const folder = path.join(FOLDER, 'sets', `${name}-${id?.replaceAll(/[^\w.-]+/g, '_')}`)
  if (existsSync(folder)) return folder
  await mkdir(path.dirname(folder), { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  const options = { cwd: draft, timeout: TIMEOUT_MS }
  try {
    if ('npm' in source) await run('npm', ['pack', '--silent', source.npm], options)
    else await run('apt-get', ['download', source.debian], options)
    const [archive = ''] = await readdir(draft)
    if ('npm' in source) await run('tar', ['-xzf', archive], options)
    else await run('dpkg', ['-x', archive, '.'], options)
    await rm(path.join(draft, archive))
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return folder
}
