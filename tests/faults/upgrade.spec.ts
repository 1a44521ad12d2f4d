import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'playwright/test'
import { spawnBackend } from '#tests/support/backend-process.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure } from '#tests/support/figure.ts'
import { createFormer, FORMER_ROWS, readDatabase } from '#tests/support/former-database.ts'
import { fillTables } from '#tests/support/many-rows.ts'
import { checkOutBackend, newestRelease } from '#tests/support/release-code.ts'
import { keepAsking, readAllTables } from './locks.ts'

/** Of each large table; the reader ends after so many ms. */
const ROWS = 500_000
const READER_MS = 25_000
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

/** Until a backend has written a line with a text. */
async function saying({ child, ended }: ReturnType<typeof spawnBackend>, text: string) {
  let said = ''
  const found = new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(text)) resolve()
    })
  })
  await Promise.race([found, ended])
}

const before = newestRelease()
test('the release before goes on serving while its large tables are migrated beside a long reader, also after kills', async () => {
  test.skip(!hasPostgres() || before === undefined, 'needs PostgreSQL and the history')
  test.setTimeout(60 * 60_000)
  const code = await checkOutBackend(before?.commit ?? '')
  const server = await startPostgres()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'locks-'))
  const variables = {
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    INTERNAL_SECRET: 'what-the-backends-share',
    LOG_LEVEL: 'warn',
    RATE_FACTOR: '1000',
    // Its limits are those of a site.
    WAIT_FACTOR: '1',
  }
  const old = spawnBackend(variables, code.folder)
  const client = new Client({ connectionString: server.url })
  try {
    const url = await old.listening
    await client.connect()
    await fillTables(client, ROWS)
    const count = async () => {
      const { rows } = await client.query(
        'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
      )
      return Number(rows[0]?.['n'])
    }
    const applied = await count()
    const endReader = await readAllTables(server.url)
    const endRequests = keepAsking(url, [
      '/icon/list',
      '/icon/p1/versions',
      '/index/search?q=title',
    ])
    // Killed while it waits, and while it changes tables and builds indexes.
    const waiting = spawnBackend(variables)
    await saying(waiting, 'waits for')
    waiting.child.kill('SIGKILL')
    await waiting.ended
    const next = spawnBackend(variables)
    await saying(next, 'waits for')
    await delay(READER_MS)
    expect(await count(), 'the reader holds up the first one').toBe(applied)
    await endReader()
    let last = next
    let complaint = ''
    for (let kill = 1; kill <= 3; kill += 1) {
      await delay(kill * STEP_MS)
      last.child.kill('SIGKILL')
      complaint += (await last.ended).complaint
      last = spawnBackend(variables)
      await saying(last, 'The database needs')
    }
    await last.listening
    const { asked, refused, slowestMs } = await endRequests()
    complaint += (await last.stop()).complaint
    expect(complaint).toMatch(/waits for \w+, used by process \d+ of the server \(pg_dump/)
    expect(complaint.match(/waits for/g)?.length).toBeLessThan(30)
    expect(refused).toEqual([])
    const { rows } = await client.query('SELECT 1 FROM pg_index WHERE NOT indisvalid')
    expect(rows).toEqual([])
    figure(
      `requests to the release before while ${ROWS} rows are migrated beside a reader of ${READER_MS / 1000} s: refused`,
      `${refused.length} of ${asked}`,
      '0',
    )
    figure('the slowest of them', `${slowestMs.toFixed(0)} ms`)
  } finally {
    await client.end()
    await old.stop()
    await server.stop()
    await code.remove()
    await rm(dataDir, { recursive: true, force: true })
  }
})
