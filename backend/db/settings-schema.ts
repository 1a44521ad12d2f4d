import { pgTable, text } from 'drizzle-orm/pg-core'
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
