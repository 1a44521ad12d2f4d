import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import type { SecurityEvent } from '#lib/contract/security/event.ts'
import type { Role } from '#lib/contract/admin/role.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import type { Provider } from '#lib/contract/provider.ts'
import { indexIfSet, textList, timestampMs } from './columns.ts'
import { authors, projects } from './schema.ts'

/** Accounts; the user name is `authors.name`. */
export const accounts = pgTable(
  'accounts',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => authors.uid, { onDelete: 'cascade' }),
    /** As entered; only verified addresses. */
    email: text('email'),
    /** The address in lower case: one account per address. */
    emailKey: text('email_key').unique(),
    /** argon2id in PHC format; null for an account that only signs in through a provider. */
    passwordHash: text('password_hash'),
    /** Locale of the last sign-in from a known browser, for e-mails. */
    locale: text('locale').$type<Locale>(),
    /** Whether the user name is derived from a provider's profile and not yet confirmed. */
    namePending: boolean('name_pending').notNull().default(false),
    createdAt: timestampMs('created_at').notNull(),
    /** What it may do beside its own projects. */
    role: text('role').$type<Role>(),
    roleSince: timestampMs('role_since'),
    /** Name of who gave it. */
    roleBy: text('role_by').notNull().default(''),
    /** Suspended from then on, until a time or for good (services/session/active.ts). */
    suspendedAt: timestampMs('suspended_at'),
    suspendedUntil: timestampMs('suspended_until'),
    suspensionReason: text('suspension_reason').notNull().default(''),
    suspendedBy: text('suspended_by').notNull().default(''),
  },
  (table) => [indexIfSet('accounts_by_role', table.role)],
)

/** Rows that are deleted with their account. */
export const ofAccount = () =>
  text('uid')
    .notNull()
    .references(() => accounts.uid, { onDelete: 'cascade' })

/** Users of sign-in providers, and their accounts. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    uid: ofAccount(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_by_account').on(table.uid),
  ],
)

/** A sign-in: the family of tokens issued from it. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    uid: ofAccount(),
    /** Names parsed from the user agent; empty if unknown. */
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
    createdAt: timestampMs('created_at').notNull(),
    /** Precision of a few minutes. */
    usedAt: timestampMs('used_at').notNull().defaultNow(),
    /** When its last refresh token expires. */
    endsAt: timestampMs('ends_at').notNull(),
  },
  (table) => [
    index('sessions_by_account').on(table.uid),
    index('sessions_by_end').on(table.endsAt),
  ],
)

/** Bearer tokens, stored as SHA-256. */
export const tokens = pgTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Expiry as a session token. */
    expiresAt: timestampMs('expires_at').notNull(),
    /** Expiry as a refresh token. The row is kept until then to detect reuse. */
    refreshableUntil: timestampMs('refreshable_until').notNull(),
    /** When it was exchanged for the next token. */
    rotatedAt: timestampMs('rotated_at'),
  },
  (table) => [
    index('tokens_by_session').on(table.sessionId),
    index('tokens_by_end').on(table.refreshableUntil),
  ],
)

/** Known browsers of an account, by the SHA-256 of their device token. */
export const devices = pgTable(
  'devices',
  {
    hash: text('hash').primaryKey(),
    uid: ofAccount(),
    createdAt: timestampMs('created_at').notNull(),
    usedAt: timestampMs('used_at').notNull(),
  },
  (table) => [index('devices_by_account').on(table.uid), index('devices_by_use').on(table.usedAt)],
)

/** What happened to the security of an account; deleted after `EVENT_DAYS` (services/session/security-events.ts). */
export const accountEvents = pgTable(
  'account_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    uid: ofAccount(),
    at: timestampMs('at').notNull(),
    event: text('event').$type<SecurityEvent>().notNull(),
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
  },
  (table) => [
    index('account_events_by_account').on(table.uid, table.id),
    index('account_events_by_time').on(table.at),
  ],
)

/** Pending e-mail codes, hashed with argon2id: one per address, purpose and requester. */
export const codes = pgTable(
  'codes',
  {
    emailKey: text('email_key').notNull(),
    purpose: text('purpose').$type<'enter' | 'reset' | 'log_in' | 'confirm' | 'email'>().notNull(),
    /** A network, a known browser or a session (services/account/requester.ts). */
    requester: text('requester').notNull().default(''),
    hash: text('hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** The part of `tries` from other requesters. */
    otherTries: integer('other_tries').notNull().default(0),
    createdAt: timestampMs('created_at').notNull().defaultNow(),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('codes_by_requester').on(table.emailKey, table.purpose, table.requester),
    index('codes_by_end').on(table.expiresAt),
  ],
)

/** Table of rate-limiter-flexible, which defines the columns. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_by_end').on(table.expire)],
)

/** Responses of writes with an `Idempotency-Key`. */
export const writes = pgTable(
  'writes',
  {
    uid: ofAccount(),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body. */
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer'),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.key] }),
    index('writes_by_age').on(table.createdAt),
  ],
)

/** Drafts, and forms that are previewed or shown again (services/kept-form/keep.ts). */
export const keptForms = pgTable(
  'kept_forms',
  {
    id: text('id').primaryKey(),
    uid: ofAccount(),
    /** JSON as text, because `jsonb` rejects lone surrogates. */
    content: text('content').notNull(),
    /** A day before `expiresAt`, or later: 0.1.0 deletes forms a day after it. Set by the trigger of migration 0050. */
    createdAt: timestampMs('created_at').notNull(),
    /** When it was kept first; by the same trigger. */
    begunAt: timestampMs('begun_at'),
    /** The defaults of these are for the release before, whose forms are kept for a day. */
    updatedAt: timestampMs('updated_at').notNull().defaultNow(),
    expiresAt: timestampMs('expires_at')
      .notNull()
      .default(sql`now() + interval '1 day'`),
    /** Incremented by each change. */
    revision: integer('revision').notNull().default(1),
    /** Of drafts only. */
    kind: text('kind').$type<Kind>(),
    title: text('title').notNull().default(''),
    /** The edited project. */
    projectId: text('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    /** Uploads that the sweep leaves until the draft expires. */
    fileIds: textList('file_ids'),
    /** The `Idempotency-Key` that it is published with. */
    key: text('key'),
  },
  (table) => [
    uniqueIndex('kept_forms_by_key').on(table.uid, table.key),
    index('kept_forms_by_account').on(table.uid, table.createdAt),
    index('kept_forms_by_project').on(table.projectId),
    index('kept_forms_by_age').on(table.createdAt),
    index('kept_forms_by_end').on(table.expiresAt),
  ],
)
