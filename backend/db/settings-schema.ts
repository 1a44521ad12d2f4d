import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestampMs } from './columns.ts'

/** One-time tasks of a catalogue that are completed. */
export const milestones = pgTable('milestones', {
  name: text('name').primaryKey(),
  reachedAt: timestampMs('reached_at').notNull(),
})

/** Settings of this database, such as its id (services/file/database-id.ts). */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Settings of the site that an administrator has changed (lib/contract/admin/settings.ts). Rows are never deleted. */
export const siteSettings = pgTable('site_settings', {
  name: text('name').primaryKey(),
  /** Null: the default. */
  value: text('value'),
  /** Counts the changes of all settings. */
  revision: integer('revision').notNull(),
  /** The same when pages changed by themselves at `dueAt`. */
  turn: integer('turn').notNull().default(0),
  /** When what pages show changes next, by this setting. */
  dueAt: timestampMs('due_at'),
  changedAt: timestampMs('changed_at').notNull(),
  /** Name of who changed it. */
  by: text('by').notNull(),
})
