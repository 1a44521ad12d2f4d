import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BulkAction, KeptFilter } from '#lib/contract/admin/bulk.ts'
import { bytewise, timestampMs } from './columns.ts'

/** Actions on many projects, which a job does. */
export const bulkActions = pgTable(
  'bulk_actions',
  {
    id: text('id').primaryKey(),
    action: text('action').$type<BulkAction>().notNull(),
    filter: jsonb('filter').$type<KeptFilter>().notNull(),
    reason: text('reason').notNull(),
    /** Name of who decided, and the account; null for a command. */
    by: text('by').notNull(),
    byUid: text('by_uid'),
    at: timestampMs('at').notNull(),
    total: integer('total').notNull(),
    undoneAt: timestampMs('undone_at'),
    undoneBy: text('undone_by').notNull().default(''),
  },
  (table) => [index('bulk_actions_by_time').on(table.at)],
)

/** The projects of such an action. */
export const bulkProjects = pgTable(
  'bulk_projects',
  {
    bulkId: text('bulk_id')
      .notNull()
      .references(() => bulkActions.id, { onDelete: 'cascade' }),
    projectId: bytewise('project_id').notNull(),
    authorUid: text('author_uid').notNull(),
    /** Null while it waits; false if the action did not apply to it any more. */
    isChanged: boolean('is_changed'),
    /** When it was undone. */
    undoneAt: timestampMs('undone_at'),
    /** Whether its author got the mail about the action, and about its undoing. */
    isMailed: boolean('is_mailed').notNull().default(false),
    isUndoMailed: boolean('is_undo_mailed').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.bulkId, table.projectId] })],
)
