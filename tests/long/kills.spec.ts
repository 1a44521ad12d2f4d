import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import { freePort } from '#scripts/free-port.ts'
import { startStack } from '#scripts/stack.ts'
import { figure } from '#tests/support/figure.ts'

const KILLS = 10
/** Kills during a publication. */
const PUBLICATION_KILLS = 50

/** Starts a separate site that can be killed. */
async function start(dataDir: string) {
  const port = await freePort()
  const stack = await startStack({
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      BACKEND_PORT: String(await freePort()),
      BACKEND_URL: '',
      DATABASE_URL: '',
      SITE_URL: `http://localhost:${port}`,
    },
    dataDir,
    print: () => undefined,
    onProgress: () => undefined,
    onExit: () => undefined,
  })
  return { ...stack, base: `http://127.0.0.1:${port}` }
}

async function total(base: string): Promise<number> {
  const totals = await Promise.all(
    KINDS.map(async (kind) => {
      const answer = await fetch(`${base}/api/v1/${kind}/list?limit=1`)
      return z.object({ data: listSchema }).parse(await answer.json()).data.total
    }),
  )
  return totals.reduce((sum, one) => sum + one, 0)
}

test('the catalogue is complete after database, backend and web app are killed at the same time', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'long-'))
  let stack = await start(dataDir)
  const whole = await total(stack.base)
  expect(whole).toBeGreaterThan(50)
  for (let kill = 1; kill <= KILLS; kill += 1) {
    for (const pid of Object.values(stack.pids()))
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await stack.stop()
    stack = await start(dataDir)
    expect(await total(stack.base), `kill ${kill}`).toBe(whole)
  }
  figure(
    'kills (-9) of database, backend and web app at once, the catalogue whole after each',
    KILLS,
  )
  await stack.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('killing the backend during a publication leaves no partial publication', async () => {
  const file = 'tests/integration/backend/publish/kill.test.ts'
  const env = { ...process.env, KILLS: String(PUBLICATION_KILLS), TEST_DATABASE_URL: '' }
  const child = spawn('node_modules/.bin/vitest', ['run', file], { env, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(code).toBe(0)
  figure(
    'kills (-9) of the backend in the midst of a publication: one project after the retry',
    PUBLICATION_KILLS,
  )
})

/** Kills per database; acknowledged writes are compared after each kill. */
const ACKNOWLEDGED_KILLS = 32

for (const [database, url] of [
  ['the embedded database', ''],
  ['PostgreSQL', process.env['TEST_DATABASE_URL']],
] as const) {
  test(`no acknowledged write is lost when processes are killed on ${database}`, async () => {
    test.skip(url === undefined, 'TEST_DATABASE_URL names no server')
    const file = 'tests/integration/backend/publish/acknowledged.test.ts'
    const env = {
      ...process.env,
      ACKNOWLEDGED_KILLS: String(ACKNOWLEDGED_KILLS),
      TEST_DATABASE_URL: url ?? '',
    }
    const child = spawn('node_modules/.bin/vitest', ['run', file], { env, stdio: 'inherit' })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(0)
    figure(`kills (-9) while writing on ${database}: acknowledged writes lost in all of them`, 0)
    figure(`kills (-9) while writing on ${database}`, ACKNOWLEDGED_KILLS)
  })
}
