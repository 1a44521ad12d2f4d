import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DrawingRefusal, DrawingTone } from '#lib/contract/contents.ts'
import { bytewise, files, timestampMs } from './schema.ts'

/** The sanitised drawings of icons, or the reason why they were refused. */
export const fileDrawings = pgTable(
  'file_drawings',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    name: bytewise('name').notNull(),
    /** Position in the object `files.drawings_key`, in bytes; null if refused. */
    offset: integer('offset'),
    size: integer('size'),
    refused: text('refused').$type<DrawingRefusal>(),
    /** The background on which it is visible; null for drawings from before tones were stored. */
    tone: text('tone').$type<DrawingTone>(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.name] })],
)

/** The touch strip pages of a profile or flexible page, from its manifest. */
export const filePages = pgTable('file_pages', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
  pages: jsonb('pages').notNull(),
})

/** Durable background jobs (services/job/queue.ts). */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    /** The kind of job. */
    name: text('name').notNull(),
    /** What the job processes; a job is queued once per subject. */
    subject: text('subject').notNull(),
    /** Lower values run first. */
    priority: integer('priority').notNull(),
    attempts: integer('attempts').notNull().default(0),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** Earliest start. */
    dueAt: timestampMs('due_at').notNull(),
    /** The worker that holds the lease, and the end of the lease. */
    worker: text('worker'),
    leasedUntil: timestampMs('leased_until'),
  },
  (table) => [
    uniqueIndex('jobs_by_subject').on(table.name, table.subject),
    index('jobs_by_turn').on(table.priority, table.dueAt, table.id),
  ],
)
