import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from '#backend/app.ts'
import { jobs, settings } from '#backend/db/tables.ts'
import { backupHandler, type Backups, scheduleBackup } from '#backend/services/backup/job.ts'
import { nextTime } from '#backend/services/backup/next-time.ts'
import type { BackupTask } from '#backend/services/backup/record.ts'
import { commandRun, type Ran } from '#backend/services/backup/run.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { quietParts, testBackend } from '#tests/support/backend.ts'
import { startSiteData } from '#tests/support/site-data.ts'
import { PAYER } from '#tests/support/payer.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'

const backend = await testBackend()
await backend.jobs.stop()
const folder = await scratchFolder()
beforeEach(async () => {
  await backend.db.delete(jobs)
  await backend.db.delete(settings)
  backend.messages.length = 0
})

/** Every six hours. */
const MINUTES = [0, 6, 12, 18].map((hour) => hour * 60 + 30)
const NOON = new Date(2026, 10, 27, 12, 0)
const at = (days: number, hours = 0) => new Date(NOON.getTime() + (days * 24 + hours) * 3600_000)
const DONE: Ran = { isDone: true, reason: null }
const failed = (reason: string): Ran => ({ isDone: false, reason })

/** Runs the job at a time. @returns what it ran, and the seconds until it is due again. */
async function run(now: Date, results: Partial<Record<BackupTask, Ran>> = {}) {
  const ran: BackupTask[] = []
  const backups: Backups = {
    schedule: { minutes: MINUTES, checkDays: 2 },
    run: async (task) => {
      ran.push(task)
      return results[task] ?? DONE
    },
  }
  const parts = { ...quietParts(backend.db, backend.storage), send: backend.send, clock: () => now }
  const slice = { leftMs: () => 0, spend: () => undefined }
  const context = {
    signal: new AbortController().signal,
    progress: async () => undefined,
    slice,
    payer: PAYER,
  }
  const log = Object.assign(parts.log.child({}), { error: () => undefined })
  const later = await backupHandler({ ...parts, log, backups })
    .run('site', context)
    .catch((error: unknown) => error)
  const ready = await createApp({ ...parts, backups, dataDir: folder }).request('/readyz')
  const { data } = readySchema.parse(await ready.json())
  return { ran, seconds: later instanceof LaterError ? later.seconds : null, ...data }
}

const readySchema = z.object({
  data: z.object({
    backup: z.string(),
    backup_seconds: z.object({ last: z.number().nullable(), tried: z.number().nullable() }),
  }),
})

describe('scheduled backups', () => {
  it('are made at the times of day, and one is tried after some days', async () => {
    expect(await run(NOON)).toMatchObject({ ran: ['backup', 'check'], seconds: 1800, backup: 'ok' })
    expect(await run(at(1))).toEqual({
      ran: ['backup'],
      seconds: 1800,
      backup: 'ok',
      backup_seconds: { last: 0, tried: 24 * 3600 },
    })
    expect((await run(at(2))).ran).toEqual(['backup', 'check'])
    // A clock that was set back.
    expect((await run(at(-300))).ran).toEqual(['backup', 'check'])
    expect(backend.messages).toEqual([])
  })

  it('that fail are tried again within an hour, and the operator gets one message a day', async () => {
    await run(at(-1))
    const away = { backup: failed('The bucket s3://host/b cannot be reached.') }
    const first = await run(at(0, 0.6), away)
    expect(first).toMatchObject({ ran: ['backup'], seconds: 3600, backup: 'failing' })
    expect(first.backup_seconds.last).toBe(24.6 * 3600)
    await run(at(0, 1.6), away)
    expect(backend.messages).toHaveLength(1)
    expect(backend.messages[0]).toMatchObject({
      to: 'help@example.com',
      subject: 'Keystrip: The backup failed',
      text: expect.stringContaining('cannot be reached.'),
    })
    expect(backend.messages[0]?.text).toContain(at(-1).toISOString())
    await run(at(1, 1), away)
    expect(backend.messages).toHaveLength(2)
    expect(await run(at(1, 2))).toMatchObject({ backup: 'ok' })
    await run(at(1, 3), away)
    expect(backend.messages).toHaveLength(3)
  })

  it('that are damaged fail the check, of which the operator gets a message; it is repeated with the next backup', async () => {
    const damaged = { check: failed('The backup is damaged: files/ab/abcdef.') }
    expect(await run(NOON, damaged)).toMatchObject({ backup: 'failing', seconds: 1800 })
    expect(backend.messages[0]?.subject).toContain('The check of the backup failed')
    expect(await run(at(0, 1))).toMatchObject({ ran: ['backup', 'check'], backup: 'ok' })
  })

  it('that are complete but lack files which the site has lost are reported', async () => {
    const lost = { backup: { isDone: true, reason: 'The site has lost files (1): abcdef.' } }
    const { backup, backup_seconds: ages } = await run(NOON, lost)
    expect([backup, ages.last]).toEqual(['failing', 0])
    expect(backend.messages[0]?.subject).toContain('needs attention')
  })

  it('wait for one that another process makes, which is no failure', async () => {
    await run(at(-1))
    const busy = { backup: { isDone: false, reason: 'Another backup is written.', isBusy: true } }
    expect(await run(NOON, busy)).toMatchObject({ ran: ['backup'], seconds: 180, backup: 'ok' })
    expect(backend.messages).toEqual([])
  })

  it('have one job, which comes forward with the schedule and stays overdue', async () => {
    const due = async () => {
      const rows = await backend.db.select().from(jobs)
      expect(rows).toHaveLength(1)
      return ((rows[0]?.dueAt.getTime() ?? 0) - Date.now()) / 1000
    }
    const schedule = (now: Date, minutes = MINUTES) =>
      scheduleBackup({ db: backend.db, clock: () => now }, { minutes, checkDays: 0 })
    await schedule(at(0, 1))
    expect(await due()).toBeCloseTo(5.5 * 3600, -2)
    await schedule(NOON)
    expect(await due()).toBeCloseTo(1800, -2)
    await schedule(at(0, 1))
    expect(await due()).toBeCloseTo(1800, -2)
    await backend.db.execute(sql`UPDATE jobs SET due_at = now() - interval '1 h'`)
    await schedule(NOON)
    expect(await due()).toBeCloseTo(-3600, -2)
  })

  it('are next at the first time after now, also tomorrow', () => {
    expect(nextTime([210, 930], new Date(2026, 10, 27, 3, 30))).toEqual(
      new Date(2026, 10, 27, 15, 30),
    )
    expect(nextTime([210, 930], new Date(2026, 11, 31, 15, 30))).toEqual(
      new Date(2027, 0, 1, 3, 30),
    )
  })
})

describe('the process of a scheduled backup', () => {
  it(
    'makes and tries it, with the variables of the backend, and reports a failure without the secret',
    { tags: 'long' },
    async () => {
      const isOnServer = Boolean(process.env['TEST_DATABASE_URL'])
      const site = await startSiteData(isOnServer)
      const { PATH = '', HOME = '' } = process.env
      const variables = {
        PATH,
        HOME,
        DATA_DIR: site.dataDir,
        // As of the backend, which has the address of the embedded database.
        DATABASE_URL: site.env.DATABASE_URL || 'postgres://127.0.0.1:9/embedded',
        DATABASE_ALONE: isOnServer ? '0' : '1',
        BACKUP_TO: path.join(folder, 'backups'),
      }
      const { signal } = new AbortController()
      try {
        const made = await commandRun(variables)('backup', signal)
        expect(made).toMatchObject({ ...DONE, of: { bytes: expect.any(Number) } })
        const { of: tried, ...checked } = await commandRun(variables)('check', signal)
        expect(checked).toMatchObject(DONE)
        expect(tried?.at).toBe(made.of?.at)
        const away = {
          ...variables,
          BACKUP_TO: 's3://KEY:hidden-secret@127.0.0.1:9/files?region=x&tls=2',
        }
        const { isDone, reason } = await commandRun(away)('backup', signal)
        expect(isDone).toBe(false)
        expect(reason).toContain('BACKUP_TO')
        expect(reason).not.toContain('hidden-secret')
      } finally {
        await site.remove()
      }
    },
  )
})
