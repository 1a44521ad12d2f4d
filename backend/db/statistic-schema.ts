import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StatisticEvent } from '#lib/contract/statistic.ts'
import { ofProject } from './schema.ts'

/** Counts per day (UTC); the totals are columns of `projects`. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    projectId: ofProject(),
    day: date('day', { mode: 'string' }).notNull(),
    event: text('event').$type<StatisticEvent>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.day, table.event] })],
)

/** Events counted today, as hashes keyed with the salt of the day. */
export const visits = pgTable(
  'visits',
  {
    day: date('day', { mode: 'string' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)

/**
 * Rows of `visits` per network, by keyed hash, and in total under the empty hash. Both are limited
 * (services/statistic/record.ts).
 */
export const visitCounts = pgTable(
  'visit_counts',
  {
    day: date('day', { mode: 'string' }).notNull(),
    hash: text('hash').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)

/** The random salt of each day's hashes. */
export const salts = pgTable('salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})
