import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { authors, moment } from './schema.ts'

/**
 * Which account a name in a repository's `.keystrip` meant when it first proved something. It points
 * at nothing, so that a name whose account is gone still means that account.
 */
export const repositoryProofs = pgTable(
  'repository_proofs',
  {
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    /** The account's name in lower case. */
    nameKey: text('name_key').notNull(),
    uid: text('uid').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.repositoryId, table.nameKey] })],
)

/** Who has shown at GitHub that they may push to a repository, and when. */
export const pushProofs = pgTable(
  'push_proofs',
  {
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    uid: text('uid')
      .notNull()
      .references(() => authors.uid, { onDelete: 'cascade' }),
    provedAt: moment('proved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.uid] }),
    index('push_proofs_by_account').on(table.uid),
  ],
)

/** Publications that went to the verified owner of their repository. */
export const transfers = pgTable(
  'transfers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Points at nothing: the word about it outlives the project. */
    projectId: text('project_id').notNull(),
    title: text('title').notNull(),
    fromUid: text('from_uid')
      .notNull()
      .references(() => authors.uid, { onDelete: 'cascade' }),
    toUid: text('to_uid')
      .notNull()
      .references(() => authors.uid, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
  },
  (table) => [
    index('transfers_by_giver').on(table.fromUid),
    index('transfers_by_taker').on(table.toUid),
  ],
)
