import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#backend/db/connect.ts'
import { settings } from '#backend/db/tables.ts'

/** What is done by the schedule: a backup, and the check of one. */
export type BackupTask = 'backup' | 'check'

const SETTING = (task: BackupTask) => `last-${task}`

const recordSchema = z.object({
  /** Of the last one that succeeded. */
  doneAt: z.iso.datetime().nullable().default(null),
  /** Since when it fails, why, and when the operator got a message; null if the last one succeeded. */
  failing: z
    .object({
      since: z.iso.datetime(),
      reason: z.string(),
      toldAt: z.iso.datetime().nullable(),
    })
    .nullable()
    .default(null),
  /** Of the task `backup`: those that it made last, the newest first. */
  made: z
    .array(
      z.object({
        at: z.iso.datetime(),
        /** Of the files, in bytes. */
        bytes: z.number(),
        triedAt: z.iso.datetime().nullable(),
      }),
    )
    .default([]),
})
/** Kept in the database, since the next attempt may be that of another backend. */
export type TaskRecord = z.infer<typeof recordSchema>

export async function readRecord(db: Database, task: BackupTask): Promise<TaskRecord> {
  const [row] = await db
    .select()
    .from(settings)
    .where(eq(settings.name, SETTING(task)))
  return recordSchema.parse(row ? JSON.parse(row.value) : {})
}

export async function writeRecord(
  db: Database,
  task: BackupTask,
  record: z.input<typeof recordSchema>,
): Promise<void> {
  const value = JSON.stringify(record)
  await db
    .insert(settings)
    .values({ name: SETTING(task), value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}
