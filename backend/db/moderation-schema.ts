import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/contract/kind.ts'
import { timestampMs } from './columns.ts'
import { authors, ofProject, type OwnerProof } from './schema.ts'

/** What the author of a hidden project has written to the operator. */
export const hiddenAnswers = pgTable(
  'hidden_answers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    at: timestampMs('at').notNull(),
    text: text('text').notNull(),
  },
  (table) => [index('hidden_answers_by_project').on(table.projectId, table.id)],
)

/**
 * Hidden projects that their authors have deleted. Their files stay for the operator, without an owner and in the state `hidden`, and
 * their identity is compared with new publications (services/project/hold.ts). Deleted after `KEPT_DAYS`.
 */
export const hiddenDeletions = pgTable(
  'hidden_deletions',
  {
    /** Id of the project, which no longer exists. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<Kind>().notNull(),
    title: text('title').notNull(),
    /** Null once the account is deleted. */
    authorUid: text('author_uid').references(() => authors.uid, { onDelete: 'set null' }),
    repositoryId: bigint('repository_id', { mode: 'number' }),
    manifestId: text('manifest_id'),
    ownerProof: text('owner_proof').$type<OwnerProof>(),
    /** Rows of `files`, pictures included; each belonged to this project alone. */
    fileIds: text('file_ids').array().notNull(),
    deletedAt: timestampMs('deleted_at').notNull(),
  },
  (table) => [index('hidden_deletions_by_author').on(table.authorUid)],
)
