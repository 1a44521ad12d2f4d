import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminOverviewSchema } from '#lib/contract/admin/overview.ts'
import {
  FAILED_JOB_DAYS,
  FAILED_JOBS_MAX,
  JOBS_LISTED,
  systemSchema,
} from '#lib/contract/admin/system.ts'
import { audit, failedJobs, files, jobs } from '#backend/db/tables.ts'
import { backupHandler, scheduleBackup } from '#backend/services/backup/job.ts'
import type { Ran } from '#backend/services/backup/run.ts'
import { sweepFailed } from '#backend/services/job/failed.ts'
import { ATTEMPTS_MAX, enqueue } from '#backend/services/job/queue.ts'
import { startJobs } from '#backend/services/job/runner.ts'
import { BULK_JOB } from '#backend/services/moderation/job-name.ts'
import { clientOf } from '#tests/support/accounts.ts'
import { quietParts, startTestBackend, testBackend } from '#tests/support/backend.ts'
import { withRole } from '#tests/support/roles.ts'
import { PAYER } from '#tests/support/payer.ts'

const SCHEDULE = { minutes: [180], checkDays: 1 }
const AT = '2026-06-01T03:00:00.000Z'
const ran: Ran = { isDone: true, reason: null, of: { at: AT, bytes: 2048 } }

let administrator: string
const backend = await testBackend({ backups: { schedule: SCHEDULE, run: async () => ran } })
beforeAll(async () => {
  // The tests run the jobs themselves.
  await backend.jobs.stop()
  administrator = await withRole(backend, 'administrator')
})
beforeEach(async () => {
  for (const table of [jobs, failedJobs, audit]) await backend.db.delete(table)
})

const ask = (path: string, method = 'GET', body?: object) =>
  clientOf(backend).ask(`/admin${path}`, { method, body, token: administrator })
const system = async () => systemSchema.parse((await ask('/system')).data)
const lastAction = async () =>
  (await backend.db.select().from(audit).orderBy(audit.id)).at(-1)?.action

describe('jobs', () => {
  it('that fail are listed with the reason, and begin again at once if that is wanted', async () => {
    const { db } = backend
    const quiet = quietParts(db, backend.storage)
    const log = Object.assign(quiet.log.child({}), { error: () => undefined })
    let runs = 0
    const runner = startJobs({
      ...quiet,
      log,
      concurrency: 1,
      pollMs: 5,
      handlers: {
        [BULK_JOB]: {
          run: async () => {
            runs += 1
            if (runs === 1) throw new Error('The archive is cut off.')
          },
          giveUp: async () => undefined,
        },
      },
    })
    await enqueue(db, { name: BULK_JOB, subject: 'one', priority: 0 })
    runner.wake()
    await expect.poll(async () => (await system()).jobs.failing).toHaveLength(1)
    const { failing, waiting } = (await system()).jobs
    expect(failing[0]).toMatchObject({
      name: BULK_JOB,
      attempts: 1,
      failure: 'The archive is cut off.',
    })
    expect(waiting).toBe(1)
    const id = failing[0]?.id ?? ''
    expect(await ask('/jobs/retry', 'POST', { id })).toMatchObject({ code: 200 })
    runner.wake()
    await expect.poll(() => db.$count(jobs)).toBe(0)
    await runner.stop()
    expect(runs).toBe(2)
    expect(await lastAction()).toBe('retry')
    expect(await ask('/jobs/retry', 'POST', { id })).toMatchObject({ code: 404 })
  })
})

describe('jobs that failed at their last attempt', () => {
  const quiet = () => {
    const parts = quietParts(backend.db, backend.storage)
    return { ...parts, log: Object.assign(parts.log.child({}), { error: () => undefined }) }
  }
  /** Runs the queue until no job is left. */
  async function work(run: () => Promise<void>) {
    const handlers = { [BULK_JOB]: { run, giveUp: async () => undefined } }
    const runner = startJobs({ ...quiet(), concurrency: 1, pollMs: 5, handlers })
    await expect.poll(() => backend.db.$count(jobs)).toBe(0)
    await runner.stop()
  }
  const fail = async (subject: string, failure: string | null = 'The archive is cut off.') => {
    const job = { id: subject, name: BULK_JOB, subject, priority: 0, attempts: ATTEMPTS_MAX }
    await backend.db.insert(jobs).values({ ...job, failure, dueAt: sql`now()` })
    await work(() => Promise.reject(new Error('It was not to be run.')))
  }
  const failed = async () => (await system()).jobs.failed
  const waiting = async (token = administrator) =>
    adminOverviewSchema.parse((await clientOf(backend).ask('/admin/overview', { token })).data)
      .waiting.jobs

  it('stay with the reason until they are discarded, and wait in the overview of administrators', async () => {
    await fail('one')
    await fail('two', null)
    const { total, items } = await failed()
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { name: BULK_JOB, attempts: ATTEMPTS_MAX, failure: '' },
      { failure: 'The archive is cut off.' },
    ])
    expect(await waiting()).toBe(2)
    expect(await waiting(await withRole(backend, 'moderator'))).toBe(0)
    expect(await ask('/jobs?id=one', 'DELETE')).toMatchObject({ code: 200 })
    expect(await lastAction()).toBe('discard_job')
    expect(await ask('/jobs?id=one', 'DELETE')).toMatchObject({ code: 404 })
    expect(await failed()).toMatchObject({ total: 1, items: [{ id: 'two' }] })
  })

  it('begin again if that is wanted, and are gone once one about the same succeeds', async () => {
    await fail('one')
    expect(await ask('/jobs/retry', 'POST', { id: 'one' })).toMatchObject({ code: 200 })
    expect(await lastAction()).toBe('retry')
    expect(await failed()).toMatchObject({ total: 0 })
    const subjects: string[] = []
    await work(async () => void subjects.push('one'))
    expect(subjects).toEqual(['one'])
    await fail('two')
    await enqueue(backend.db, { name: BULK_JOB, subject: 'two', priority: 0 })
    await work(async () => undefined)
    expect(await failed()).toMatchObject({ total: 0 })
  })

  it('are kept once for each subject, for 30 days, and 1,000 of them', async () => {
    const { db } = backend
    await fail('one', 'First')
    await fail('one', 'Second')
    expect((await failed()).items).toMatchObject([{ failure: 'Second' }])
    const day = 24 * 3_600_000
    const now = Date.now()
    await sweepFailed(db, new Date(now + (FAILED_JOB_DAYS - 1) * day))
    expect(await failed()).toMatchObject({ total: 1 })
    await sweepFailed(db, new Date(now + (FAILED_JOB_DAYS + 1) * day))
    expect(await failed()).toMatchObject({ total: 0 })
    const many = Array.from({ length: FAILED_JOBS_MAX + 5 }, (_, at) => ({
      id: `job ${at}`,
      name: BULK_JOB,
      subject: `subject ${at}`,
      priority: 0,
      attempts: ATTEMPTS_MAX,
      failure: 'x',
      at: new Date(now - at),
    }))
    await db.insert(failedJobs).values(many)
    await sweepFailed(db, new Date(now))
    const { total, items } = await failed()
    expect([total, items.length]).toEqual([FAILED_JOBS_MAX, JOBS_LISTED])
    expect(items[0]).toMatchObject({ id: 'job 0' })
  })
})

describe('backups', () => {
  it('are listed with size and whether they were tried, and are made at once if that is wanted', async () => {
    const { db, parts } = backend
    expect((await system()).backups).toMatchObject({ is_scheduled: true, made: [] })
    await scheduleBackup({ db, clock: () => new Date() }, SCHEDULE)
    expect((await system()).backups).toMatchObject({ is_running: false })
    expect(await ask('/backups', 'POST')).toMatchObject({ code: 200 })
    expect(await lastAction()).toBe('backup')
    const [job] = await db
      .select({ isDue: sql`${jobs.dueAt} <= now()` })
      .from(jobs)
      .where(eq(jobs.name, 'backup'))
    expect(job).toEqual({ isDue: true })
    expect((await system()).backups).toMatchObject({ is_running: true, next: null })
    const slice = { leftMs: () => 0, spend: () => undefined }
    const context = {
      signal: new AbortController().signal,
      progress: async () => undefined,
      slice,
      payer: PAYER,
    }
    await expect(backupHandler(parts).run('site', context)).rejects.toThrow(/again in/)
    expect((await system()).backups.made).toEqual([
      { at: AT, bytes: 2048, tried_at: '2026-06-01T12:00:00.000Z' },
    ])
  })

  it('are not made where the backend has no schedule', async () => {
    const other = await startTestBackend()
    const token = await withRole(other, 'administrator')
    const { ask: askOther } = clientOf(other)
    expect(await askOther('/admin/backups', { method: 'POST', token })).toMatchObject({ code: 404 })
    const { data } = await askOther('/admin/system', { token })
    expect(systemSchema.parse(data).backups).toMatchObject({ is_scheduled: false, next: null })
    await other.stop()
  })
})

it('stored files are counted by kind', async () => {
  const file = { mediaType: 'x/y', name: 'a', sha256: 'a'.repeat(64), createdAt: new Date() }
  await backend.db.insert(files).values([
    { ...file, id: 'one', key: 'one', purpose: 'project', size: 30, originalSize: 7 },
    { ...file, id: 'two', key: 'two', purpose: 'image', size: 20 },
    { ...file, id: 'old', key: 'old', purpose: 'project', size: 10, trashedAt: new Date() },
  ])
  const { storage, free_bytes: free } = await system()
  expect(storage).toEqual([
    { kind: 'project', count: 1, bytes: 30 },
    { kind: 'original', count: 1, bytes: 7 },
    { kind: 'image', count: 1, bytes: 20 },
    { kind: 'trash', count: 1, bytes: 10 },
  ])
  expect(free).toBeGreaterThan(0)
})
