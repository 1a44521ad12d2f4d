import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DOCTOR_CODES } from '#lib/contract/operator.ts'
import { setGauge, setSimpleGauge } from '#lib/telemetry/registry.ts'
import { jobs } from './db/tables.ts'
import { gaugePool } from './db/observe.ts'
import type { Dependencies } from './dependencies.ts'
import { PRIORITY } from './services/job/queue.ts'
import { checkReadiness } from './routes/health.ts'
import { readBackups } from './services/backup/age.ts'
import { readDoctor } from './services/operator/last-doctor.ts'
import { lastDoctorFile } from './storage/last-backup.ts'

/** For how long readings of database and storage are used again, in ms: each collector reads them. */
const REUSE_MS = 5_000

const queueSchema = z.object({ queued: z.coerce.number(), oldest: z.coerce.number() })

/** Sets the gauges of the backend; they are read when metrics are collected. */
export function observeBackend(deps: Dependencies): void {
  const { db, storage, failures } = deps
  gaugePool(db.$client)
  const readiness = reused(() => checkReadiness(deps))
  setSimpleGauge('keystrip_ready', async () => ((await readiness()).isReady ? 1 : 0))
  setGauge('keystrip_subsystem_failing', async () => {
    const { states } = await readiness()
    const failing = new Set([
      ...failures.failing(),
      ...Object.entries(states).flatMap(([name, state]) => (state === 'failing' ? name : [])),
    ])
    const names = new Set([...Object.keys(states), 'github', 'traces'])
    return [...names].map((name) => ({ labels: [name], value: failing.has(name) ? 1 : 0 }))
  })
  setSimpleGauge(
    'keystrip_storage_free_bytes',
    reused(() => storage.freeBytes()),
  )
  const queue = reused(async () => {
    const { rows } = await db.execute(sql`
      SELECT count(*) AS queued, coalesce(extract(epoch FROM now() - min(due_at)
        FILTER (WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())
          AND priority <= ${PRIORITY.later})), 0) AS oldest
      FROM ${jobs}`)
    return queueSchema.parse(rows[0])
  })
  setSimpleGauge('keystrip_jobs_queued', async () => (await queue()).queued)
  setSimpleGauge('keystrip_jobs_oldest_seconds', async () => (await queue()).oldest)
}

/** Sets the gauges of the last run of the doctor on a data folder. */
export function observeDoctor(dataDir: string): void {
  const doctor = lastDoctorFile(dataDir)
  setSimpleGauge('keystrip_doctor_age_seconds', async () => {
    const info = await stat(doctor).catch(() => null)
    return info && (Date.now() - info.mtimeMs) / 1000
  })
  setGauge('keystrip_doctor_problems', async () => {
    const last = await readDoctor(dataDir)
    if (!last) return []
    const counts = new Map(last.problems.map(({ code, count }) => [code, count]))
    return DOCTOR_CODES.map((code) => ({ labels: [code], value: counts.get(code) ?? 0 }))
  })
}

/** Sets the gauges of backups. */
export function observeBackups(options: Parameters<typeof readBackups>[0]): void {
  const read = reused(() => readBackups(options))
  setSimpleGauge('keystrip_backup_age_seconds', async () => (await read()).backup.ageSeconds)
  setSimpleGauge('keystrip_backup_check_age_seconds', async () => (await read()).check.ageSeconds)
  setGauge('keystrip_backup_failing', async () => {
    const { backup, check } = await read()
    return Object.entries({ backup, check }).flatMap(([task, { isFailing }]) =>
      isFailing === null ? [] : { labels: [task], value: isFailing ? 1 : 0 },
    )
  })
}

/** The result of `read`, at most `REUSE_MS` old. */
function reused<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at > REUSE_MS) last = { at: now, value: read() }
    return last.value
  }
}
