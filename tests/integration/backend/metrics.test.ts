import { sql } from 'drizzle-orm'
import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { METRICS } from '#lib/telemetry/metrics.ts'
import { startMetrics } from '#lib/telemetry/endpoint.ts'
import { renderMetrics } from '#lib/telemetry/prometheus.ts'
import { createBuckets } from '#lib/limits/buckets.ts'
import { readinessSchema } from '#lib/contract/health.ts'
import { createApp } from '#backend/app.ts'
import { readMigrationTimes } from '#backend/db/newest-migration.ts'
import { createSender } from '#backend/mail/sender.ts'
import { observeBackend, observeBackups, observeDoctor } from '#backend/observe.ts'
import { backupHandler } from '#backend/services/backup/job.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { lastBackupFile, lastDoctorFile } from '#backend/storage/last-backup.ts'
import { observeStorage } from '#backend/storage/observe.ts'
import { clientOf, registered } from '#tests/support/accounts.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { buildIconPack } from '#tests/support/containers.ts'
import { headOnly } from '#tests/support/head.ts'
import { uploadFile } from '#tests/support/publishing.ts'
import { PAYER } from '#tests/support/payer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const TOKEN = 'a-token-for-metrics'
const folder = await scratchFolder()
const { answer } = await startMetrics({ port: undefined, host: '127.0.0.1', token: TOKEN })
const backend = await testBackend({ metrics: answer })

/** Values of all series by name and labels. */
async function readMetrics(): Promise<Map<string, number>> {
  const lines = (await renderMetrics()).split('\n').filter((line) => !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), Number(line.slice(at + 1))]
    }),
  )
}

it('the backend exports every metric of its own once there is something to count', async () => {
  const parts = { ...quietParts(backend.db, observeStorage(backend.storage)) }
  observeBackend(parts)
  observeDoctor(folder)
  const run = async () => ({ isDone: true, reason: null })
  const backups = { schedule: { minutes: [0], checkDays: 1 }, run }
  observeBackups({ ...parts, dataDir: folder, backups })
  const slice = { leftMs: () => 0, spend: () => undefined }
  const context = {
    signal: new AbortController().signal,
    progress: async () => undefined,
    slice,
    payer: PAYER,
  }
  await expect(backupHandler({ ...parts, backups }).run('site', context)).rejects.toThrow(
    LaterError,
  )
  await writeFile(lastBackupFile(folder), '')
  await writeFile(lastDoctorFile(folder), '{"file_missing":2}')
  const token = await registered(backend)
  const { post, ask } = clientOf(backend, {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
  })
  expect(
    (await post('/auth/log_in', { account: 'grace_hopper', password: 'engine-1843' })).status,
  ).toBe(403)
  await uploadFile(backend, token, await buildIconPack('sun'))
  const id = await backend.add()
  const body = { kind: 'icon', id, event: 'download' }
  await ask('/statistic/record', { method: 'POST', body })
  await expect(backend.db.execute(sql`SELECT 1 / 0`)).rejects.toThrow('Failed query')
  await parts.storage.size('nothing')
  createBuckets({ factor: 1e-9 }).takeByAddress('calls', '203.0.113.9')
  const send = createSender({
    server: undefined,
    from: 'a@b.example',
    folder,
    onSaved: () => undefined,
  })
  await send({ to: 'ada@example.com', subject: 's', text: 't', html: 'h' })
  // Drawings are made after the upload is answered.
  const drawn = 'keystrip_jobs_total{job="drawings",result="done"}'
  await expect.poll(async () => (await readMetrics()).get(drawn)).toBe(1)
  const after = await readMetrics()
  const names = [...after.keys()].map((series) => series.replace(/\{.*/, ''))
  const exported = new Set(names.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))
  for (const [name, { of }] of Object.entries(METRICS)) {
    if (of !== 'web') expect(exported, name).toContain(name)
  }
  expect(after.get('keystrip_call_refusals_total{call="logIn",code="wrong_credentials"}')).toBe(1)
  expect(
    after.get('keystrip_http_request_seconds_count{route="logIn",method="POST",status="4xx"}'),
  ).toBe(1)
  expect(after.get('keystrip_sql_failures_total{class="22"}')).toBe(1)
  expect(after.get('keystrip_mails_total{result="sent"}')).toBe(1)
  expect(after.get('keystrip_doctor_problems{code="file_missing"}')).toBe(2)
  expect(after.get('keystrip_doctor_problems{code="not_indexed"}')).toBe(0)
  expect(after.get('keystrip_ready')).toBe(1)
  expect(after.get('keystrip_subsystem_failing{subsystem="database"}')).toBe(0)
  expect([...after.keys()].join()).not.toMatch(/example|ada_|grace_|203\.0/)
})

it('/metrics of the backend requires the token', async () => {
  const ask = async (authorization: string) =>
    (await headOnly(backend.app.request('/metrics', { headers: { authorization } }))).status
  expect([await ask('Bearer wrong'), await ask(`Bearer ${TOKEN}`)]).toEqual([401, 200])
  const app = createApp(quietParts(backend.db, backend.storage))
  expect((await headOnly(app.request('/metrics'))).status).toBe(404)
})

it('is not ready without the newest migration, and is with a newer one', async () => {
  const newest = (await readMigrationTimes()).at(-1) ?? 0
  const readiness = async () => {
    const response = await backend.app.request('/readyz')
    const { data } = z.object({ data: readinessSchema }).parse(await response.json())
    return [response.status, data.migrations]
  }
  expect(await readiness()).toEqual([200, 'ok'])
  const move = (from: number, to: number) =>
    backend.db.execute(
      sql`UPDATE drizzle.__drizzle_migrations SET created_at = ${to} WHERE created_at = ${from}`,
    )
  await move(newest, newest + 1000)
  expect(await readiness()).toEqual([200, 'ok'])
  await move(newest + 1000, 1)
  expect(await readiness()).toEqual([503, 'failing'])
  await move(1, newest)
  expect(await readiness()).toEqual([200, 'ok'])
})

it('is not ready while the process stops, and stays alive', async () => {
  const parts = { ...quietParts(backend.db, backend.storage), isDraining: () => true }
  const app = createApp(parts)
  expect((await headOnly(app.request('/readyz'))).status).toBe(503)
  expect((await headOnly(app.request('/livez'))).status).toBe(200)
})
