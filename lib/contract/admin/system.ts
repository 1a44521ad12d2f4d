import { z } from 'zod'
import { adminOverviewSchema } from './overview.ts'

/** Failing jobs that are listed, longest text of a failure in characters, and backups that are listed. */
export const JOBS_LISTED = 50
export const FAILURE_MAX = 300
export const BACKUPS_LISTED = 10
/** How long jobs that failed at their last attempt are kept, in days, and how many of them, in about ten minutes. */
export const FAILED_JOB_DAYS = 30
export const FAILED_JOBS_MAX = 1000

/** What takes space: files of projects, their originals in other formats, pictures, and what is made of them. */
export const STORED_KINDS = [
  'project',
  'original',
  'image',
  'animation',
  'scaled',
  'colour',
  'trash',
] as const
export type StoredKind = (typeof STORED_KINDS)[number]

const failingJobSchema = z.object({
  id: z.string(),
  name: z.string(),
  attempts: z.number().int(),
  /** Why the last attempt failed. */
  failure: z.string(),
  /** When it is tried again. */
  due_at: z.iso.datetime(),
})

const failedJobSchema = failingJobSchema.omit({ due_at: true }).extend({
  /** Why the last attempt failed; empty if the process ended during it. */
  failure: z.string(),
  /** When it was given up. */
  at: z.iso.datetime(),
})

const madeBackupSchema = z.object({
  at: z.iso.datetime(),
  /** Of its files, in bytes. */
  bytes: z.number(),
  /** When it was last tried; null if it was not. */
  tried_at: z.iso.datetime().nullable(),
})

export const systemSchema = adminOverviewSchema.pick({ version: true, doctor: true }).extend({
  jobs: z.object({
    waiting: z.number().int(),
    running: z.number().int(),
    failing: z.array(failingJobSchema),
    /** Those that failed at their last attempt within `FAILED_JOB_DAYS`: their number, and the last ones. */
    failed: z.object({
      total: z.number().int(),
      items: z.array(failedJobSchema).max(JOBS_LISTED),
    }),
  }),
  /** What is stored, by kind; kinds without any are left out. */
  storage: z.array(
    z.object({ kind: z.enum(STORED_KINDS), count: z.number().int(), bytes: z.number() }),
  ),
  /** Space that is left, in bytes; null if it is not known. */
  free_bytes: z.number().nullable(),
  backups: adminOverviewSchema.shape.backups.extend({
    /** Whether the backend makes them. */
    is_scheduled: z.boolean(),
    is_running: z.boolean(),
    /** When the next one begins. */
    next: z.iso.datetime().nullable(),
    /** Why the last one, or the last check, failed; empty if neither did. */
    failure: z.string(),
    /** The last ones of the schedule, the newest first. */
    made: z.array(madeBackupSchema),
  }),
})
export type System = z.infer<typeof systemSchema>

export const jobIdSchema = z.object({ id: z.string().min(1).max(64) })
