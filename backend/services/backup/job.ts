import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#backend/db/connect.ts'
import { jobs } from '#backend/db/tables.ts'
import { newId } from '#backend/db/new-id.ts'
import { reportFailure } from '#backend/report-failure.ts'
import { operatorMessage } from '#backend/mail/messages.ts'
import { LaterError } from '#backend/services/job/later-error.ts'
import { PRIORITY } from '#backend/services/job/queue.ts'
import type { JobHandler } from '#backend/services/job/runner.ts'
import { BACKUPS_LISTED } from '#lib/contract/admin/system.ts'
import { count } from '#lib/telemetry/registry.ts'
import type { Parts } from '#backend/parts.ts'
import { nextTime } from './next-time.ts'
import { readRecord, type BackupTask, type TaskRecord, writeRecord } from './record.ts'
import type { Ran, BackupRun } from './run.ts'

/** A job that never ends: it is due again at the next time of the schedule. So one backend of all makes a backup. */
export const BACKUP_JOB = 'backup' as const
declare module '#backend/services/job/queue.ts' {
  interface JobNames {
    [BACKUP_JOB]: true
  }
}

/** When backups are made, and after how many days one is tried. */
export type Schedule = { minutes: readonly number[]; checkDays: number }

export type Backups = { schedule: Schedule; run: BackupRun }

/** Pause before a backup that failed is tried again, in s: it goes on where it stopped. */
const RETRY_S = 3600
/** While another backup goes on, or its lock has not ended yet after a kill, in s. */
const BUSY_S = 180
/** The operator gets a message when it begins to fail, and then once a day. */
const TELL_MS = 24 * 3600 * 1000
const DAY_MS = 24 * 3600 * 1000
/** How often the job is looked for, in ms: a clock that was set back has put it off. */
const LOOK_MS = 10 * 60_000

export type BackupDeps = Pick<Parts, 'db' | 'log' | 'failures' | 'clock' | 'send' | 'site'> & {
  /** Without it no backups are made. */
  backups?: Backups | undefined
}

/** Makes a backup, tries it if one was not tried for some days, and is due again. */
export function backupHandler(deps: BackupDeps): JobHandler {
  return {
    async run(_subject, { signal }) {
      const { backups } = deps
      if (!backups) return
      const { schedule, run } = backups
      const isDone = await perform(deps, 'backup', () => run('backup', signal), signal)
      if (isDone && !signal.aborted && (await isCheckDue(deps, schedule))) {
        await perform(deps, 'check', () => run('check', signal), signal)
      }
      const now = deps.clock()
      const wait = Math.ceil((nextTime(schedule.minutes, now).getTime() - now.getTime()) / 1000)
      throw new LaterError(isDone ? wait : Math.min(wait, RETRY_S))
    },
  }
}

async function isCheckDue({ db, clock }: BackupDeps, { checkDays }: Schedule): Promise<boolean> {
  if (checkDays === 0) return false
  const { doneAt, failing } = await readRecord(db, 'check')
  const age = clock().getTime() - Date.parse(doneAt ?? '')
  // A clock that was set back makes it younger than it is, or of the future.
  return failing !== null || !(age >= 0 && age < checkDays * DAY_MS)
}

/** Runs a task and records its result. @returns whether it was done. */
async function perform(
  deps: BackupDeps,
  task: BackupTask,
  run: () => Promise<Ran>,
  signal: AbortSignal,
): Promise<boolean> {
  const { isDone, reason, isBusy = false, of } = await run()
  if (signal.aborted) return false
  if (isBusy) throw new LaterError(BUSY_S)
  count('keystrip_backups_total', [task, isDone ? 'done' : 'failed'])
  const { db, log } = deps
  const now = deps.clock()
  const former = await readRecord(db, task)
  const doneAt = isDone ? now.toISOString() : former.doneAt
  const made =
    task === 'backup' && of
      ? [{ ...of, triedAt: null }, ...former.made].slice(0, BACKUPS_LISTED)
      : former.made
  if (task === 'check' && of) await markTried(db, of.at, now)
  if (reason === null) {
    await writeRecord(db, task, { doneAt, failing: null, made })
    return isDone
  }
  log.error({ task, reason }, 'backup failed')
  const since = former.failing?.since ?? now.toISOString()
  const toldAt = former.failing?.toldAt ?? null
  const isTold = toldAt !== null && Math.abs(now.getTime() - Date.parse(toldAt)) < TELL_MS
  const record = { doneAt, failing: { since, reason, toldAt }, made }
  await writeRecord(db, task, record)
  if (!isTold && (await tell(deps, task, record, isDone))) {
    record.failing.toldAt = now.toISOString()
    await writeRecord(db, task, record)
  }
  return isDone
}

/** The backup of a time was tried. */
async function markTried(db: Database, at: string, now: Date): Promise<void> {
  const record = await readRecord(db, 'backup')
  const made = record.made.map((one) =>
    one.at === at ? { ...one, triedAt: now.toISOString() } : one,
  )
  await writeRecord(db, 'backup', { ...record, made })
}

/** Mails the operator. @returns whether it was sent; a failure is only logged. */
async function tell(
  deps: BackupDeps,
  task: BackupTask,
  { doneAt, failing }: Pick<TaskRecord, 'doneAt' | 'failing'>,
  isDone: boolean,
): Promise<boolean> {
  const what = task === 'backup' ? 'The backup' : 'The check of the backup'
  const last = doneAt ?? 'none so far'
  const lines = [
    failing?.reason ?? '',
    isDone
      ? 'The backup is complete otherwise.'
      : `It fails since ${failing?.since}; the last that succeeded: ${last}. It is tried again within an hour.`,
    'What to do: docs/operations.md, KeystripBackupFailing.',
  ]
  const subject = isDone ? `${what} needs attention` : `${what} failed`
  try {
    await deps.send(operatorMessage({ site: deps.site, subject, lines }))
    return true
  } catch (error) {
    reportFailure(deps, error, 'message about a backup not sent')
    return false
  }
}

/** Adds the job, or brings it forward where the schedule or the clock has changed. One that is overdue stays so. */
export async function scheduleBackup(
  { db, clock }: Pick<BackupDeps, 'db' | 'clock'>,
  { minutes }: Schedule,
): Promise<void> {
  const now = clock()
  const wait = (nextTime(minutes, now).getTime() - now.getTime()) / 1000
  await db.execute(sql`
    INSERT INTO ${jobs} (id, name, subject, priority, due_at)
    VALUES (${newId()}, ${BACKUP_JOB}, 'site', ${PRIORITY.again}, now() + make_interval(secs => ${wait}))
    ON CONFLICT (name, subject) DO UPDATE SET due_at = least(${jobs.dueAt}, excluded.due_at)`)
}

/** Makes the job due now. @returns whether there is one. */
export async function bringForward(db: Database | Transaction): Promise<boolean> {
  const due = await db
    .update(jobs)
    .set({ dueAt: sql`now()` })
    .where(eq(jobs.name, BACKUP_JOB))
    .returning({ id: jobs.id })
  return due.length > 0
}

/** Looks for the job until `signal` aborts. */
export async function keepScheduled(
  deps: Pick<BackupDeps, 'db' | 'clock' | 'log' | 'failures'> & { signal: AbortSignal },
  schedule: Schedule,
): Promise<void> {
  while (!deps.signal.aborted) {
    await scheduleBackup(deps, schedule).catch((error: unknown) =>
      reportFailure(deps, error, 'schedule of backups'),
    )
    await sleep(LOOK_MS, undefined, { signal: deps.signal, ref: false }).catch(() => undefined)
  }
}
