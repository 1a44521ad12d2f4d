import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { z } from 'zod'
import { KINDS } from '#lib/contract/kind.ts'
import { listSchema } from '#lib/contract/list.ts'
import { hasPostgres, startPostgres } from '#tests/support/engines/postgres.ts'
import { figure } from '#tests/support/figure.ts'
import { createDataFolder, type FaultSite, startSite } from './site.ts'
import { sendSignal } from '#tests/support/processes.ts'

/** Kills of all processes at once, during a publication, and of a backend on PostgreSQL while it writes. */
const AT_ONCE = 10
const PUBLICATION_KILLS = 50
const ACKNOWLEDGED_KILLS = 32

async function total({ base }: FaultSite): Promise<number> {
  const totals = await Promise.all(
    KINDS.map(async (kind) => {
      const answer = await fetch(`${base}/api/v1/${kind}/list?limit=1`)
      return z.object({ data: listSchema }).parse(await answer.json()).data.total
    }),
  )
  return totals.reduce((sum, one) => sum + one, 0)
}

test('the catalogue is complete after database, backend and web app are killed at the same time and started again', async () => {
  const dataDir = await createDataFolder()
  let site = await startSite({ dataDir })
  try {
    const whole = await total(site)
    expect(whole).toBeGreaterThan(50)
    for (let kill = 1; kill <= AT_ONCE; kill += 1) {
      for (const pid of Object.values(site.pids()))
        if (pid !== undefined) sendSignal(pid, 'SIGKILL')
      await site.stop()
      site = await startSite({ dataDir })
      expect(await total(site), `kill ${kill}`).toBe(whole)
    }
    figure(
      'kills (-9) of all processes at once, the catalogue whole after each',
      AT_ONCE,
      `${AT_ONCE}`,
    )
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** Runs an integration test with more kills. @returns its exit code. */
async function runTest(file: string, variables: Record<string, string>) {
  const env = { ...process.env, TEST_DATABASE_URL: '', ...variables }
  const child = spawn('node_modules/.bin/vitest', ['run', file], { env, stdio: 'inherit' })
  return new Promise<number | null>((resolve) => child.once('close', resolve))
}

test('killing the backend during a publication leaves no partial publication', async () => {
  const file = 'tests/integration/backend/publish/kill.test.ts'
  expect(await runTest(file, { KILLS: String(PUBLICATION_KILLS) })).toBe(0)
  figure(
    'kills (-9) of the backend in the midst of a publication: one project after the retry',
    PUBLICATION_KILLS,
    `${PUBLICATION_KILLS}`,
  )
})

test('no acknowledged write is lost when the backend is killed on PostgreSQL', async () => {
  test.skip(!hasPostgres(), 'No PostgreSQL server is installed.')
  const postgres = await startPostgres()
  try {
    const file = 'tests/integration/backend/publish/acknowledged.test.ts'
    const variables = {
      ACKNOWLEDGED_KILLS: String(ACKNOWLEDGED_KILLS),
      TEST_DATABASE_URL: postgres.url,
    }
    expect(await runTest(file, variables)).toBe(0)
    figure('kills (-9) of the backend while writing on PostgreSQL', ACKNOWLEDGED_KILLS)
    figure('PostgreSQL: acknowledged writes lost in all of them', 0, '0')
  } finally {
    await postgres.stop()
  }
})
