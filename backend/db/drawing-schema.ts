import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DrawingRefusal, DrawingTone } from '#lib/contract/inside.ts'
import { bytewise, files, moment } from './schema.ts'

/** The icons of `file_icons` that were made safe, or why they were not. */
export const fileDrawings = pgTable(
  'file_drawings',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    name: bytewise('name').notNull(),
    /** Where the safe drawing stands in the object `files.drawings_key`, in bytes. */
    offset: integer('offset'),
    size: integer('size'),
    refused: text('refused').$type<DrawingRefusal>(),
    /** On what ground it can be seen; nothing where it was made before that was looked at. */
    tone: text('tone').$type<DrawingTone>(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.name] })],
)

/** What a profile or page puts on the strip, as its manifest says. */
export const filePages = pgTable('file_pages', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
  pages: jsonb('pages').notNull(),
})

/** Work that is done later, and survives the process: services/job/queue.ts. */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    /** Which work it is. */
    name: text('name').notNull(),
    /** What it is done to: the same work waits once for it. */
    subject: text('subject').notNull(),
    /** The smaller goes first. */
    priority: integer('priority').notNull(),
    attempts: integer('attempts').notNull().default(0),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** Not before. */
    dueAt: moment('due_at').notNull(),
    /** Who works on it, and until when nobody else may. */
    worker: text('worker'),
    leasedUntil: moment('leased_until'),
  },
  (table) => [
    uniqueIndex('jobs_by_subject').on(table.name, table.subject),
    index('jobs_by_turn').on(table.priority, table.dueAt, table.id),
  ],
)
