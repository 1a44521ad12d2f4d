import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { spawnBackend } from './backend-process.ts'
import { startDatabase } from './database.ts'
import { stoppedAtEnd } from './stopped-at-end.ts'

/** For a file of tests: a database and a folder of data, which processes of the backend have one after the other. */
export async function startForProcesses() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'processes-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const database = await stoppedAtEnd(startDatabase())
  const spawn = () =>
    spawnBackend({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '1',
      DATABASE_ALONE: '1',
      DATA_DIR: folder,
    })
  return { folder, database, spawn }
}
