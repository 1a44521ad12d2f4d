import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { figure } from '#tests/support/figure.ts'
import { createFormer, FORMER_ROWS, readDatabase } from '#tests/support/former-database.ts'

const KILLS = 6
/** Between two kills, in ms: together they are spread over an upgrade. */
const STEP_MS = 500

test('an upgrade of the embedded database that is killed loses nothing, and is made again by the next start', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upgrade-'))
  const former = path.join(folder, 'former')
  await createFormer(former)
  let killed = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const dataDir = await mkdtemp(path.join(folder, 'data-'))
    const database = path.join(dataDir, 'database')
    await cp(former, database, { recursive: true })
    const child = fork('scripts/pglite/pglite.ts', [database], {
      execPath: path.resolve('node_modules/.bin/node'),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const exited = once(child, 'exit')
    // From the moment on when it makes the new folder.
    await expect
      .poll(() => existsSync(`${database}.upgrading`), { timeout: 60_000, intervals: [5] })
      .toBe(true)
    await new Promise((resolve) => setTimeout(resolve, kill * STEP_MS))
    child.kill('SIGKILL')
    await exited
    const left = (await readdir(dataDir)).filter((name) => name.startsWith('database'))
    if (left.includes('database.upgrading')) {
      killed += 1
      expect((await readFile(path.join(database, 'PG_VERSION'), 'utf8')).trim()).toBe('17')
    }
    expect(await readDatabase(database), left.join()).toMatchObject(FORMER_ROWS)
  }
  await rm(folder, { recursive: true })
  expect(killed).toBeGreaterThan(0)
  figure(
    'kills (-9) of an upgrade of the embedded database: all rows there after the next start',
    killed,
  )
})
