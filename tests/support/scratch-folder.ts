import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** A new folder for a file of tests, which is removed behind the last test, and after all that was started later. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'keystrip-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
