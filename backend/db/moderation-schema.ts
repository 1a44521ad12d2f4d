import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { AuditValues } from '#lib/contract/admin/audit.ts'
import type { AuditAction } from '#lib/contract/operator.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { accounts, ofAccount } from './account-schema.ts'
import { timestampMs } from './columns.ts'
import { authors, ofProject, type OwnerProof } from './schema.ts'

/** Open invitations to a role, by the SHA-256 of their codes; deleted once they are accepted, revoked or over. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull().unique(),
    role: text('role').$type<Role>().notNull(),
    /** Name of who invites; empty for the invitation of the first start. */
    by: text('by').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** The account that was created with it where registration is closed; it alone may accept then. */
    registeredUid: text('registered_uid').references(() => accounts.uid, { onDelete: 'cascade' }),
  },
  (table) => [index('invitations_by_end').on(table.expiresAt)],
)

/** Networks that accounts registered and published from, as keyed hashes (services/limit/account-networks.ts); deleted after `NETWORK_DAYS`. */
export const accountNetworks = pgTable(
  'account_networks',
  {
    hash: text('hash').notNull(),
    uid: ofAccount(),
    /** What was published; empty for the registration. Without a foreign key: a project that was deleted still leads to the account. */
    projectId: text('project_id').notNull(),
    /** The last time. */
    at: timestampMs('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.uid, table.projectId] }),
    index('account_networks_by_account').on(table.uid),
    index('account_networks_by_time').on(table.at),
  ],
)

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

/** Audit log of the operator's actions, and of what the site itself did to projects. Without foreign keys, so that entries are never deleted. */
export const audit = pgTable(
  'audit',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    at: timestampMs('at').notNull(),
    action: text('action').$type<AuditAction>().notNull(),
    /** Null for an entry about an account, or about the site. */
    kind: text('kind').$type<Kind>(),
    projectId: text('project_id'),
    /** Of the project; otherwise what the entry is about. */
    title: text('title').notNull(),
    /** User name of the author, or of the account that the entry is about; empty once it is deleted. */
    author: text('author').notNull(),
    reason: text('reason').notNull(),
    /** User name of the account, or that of the system on the machine where the command was run; empty for what the site does by itself. */
    by: text('by').notNull(),
    /** The account of `by`. Without a foreign key: entries outlive it. */
    byUid: text('by_uid'),
    /** What was changed. */
    before: jsonb('before').$type<AuditValues>(),
    after: jsonb('after').$type<AuditValues>(),
  },
  (table) => [index('audit_by_project').on(table.projectId, table.id)],
)
