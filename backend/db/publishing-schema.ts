import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { TokenScope } from '#lib/contract/access-token.ts'
import type { LogEvent } from '#lib/contract/project-log.ts'
import { accounts } from './account-schema.ts'
import { bytewise, projects, timestampMs } from './schema.ts'

/** Access tokens for programs, stored as SHA-256. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    hash: text('hash').notNull().unique(),
    /** Its last characters. */
    ending: text('ending').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The only project that it may change; null for all of the account. */
    projectId: bytewise('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** Precision of a few minutes. */
    usedAt: timestampMs('used_at'),
  },
  (table) => [
    index('access_tokens_by_account').on(table.uid, table.createdAt),
    index('access_tokens_by_end').on(table.expiresAt),
    // Deleting a project deletes its tokens.
    index('access_tokens_by_project')
      .on(table.projectId)
      .where(sql`${table.projectId} IS NOT NULL`),
  ],
)

/** What was done to a project; the oldest entries are deleted (`LOG_MAX`). */
export const projectLog = pgTable(
  'project_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: bytewise('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    at: timestampMs('at').notNull(),
    event: text('event').$type<LogEvent>().notNull(),
    /** Of the events of a version. */
    version: text('version'),
    /** The account that did it. Without a foreign key: entries outlive it. */
    uid: text('uid').notNull(),
    /** Name of the access token, as it was then; null for a signed-in browser. */
    token: text('token'),
  },
  (table) => [
    index('project_log_by_project').on(table.projectId, table.id),
    index('project_log_by_account').on(table.uid),
  ],
)
