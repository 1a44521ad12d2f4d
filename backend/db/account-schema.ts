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
import type { Locale } from '#lib/contract/locale.ts'
import type { Provider } from '#lib/contract/provider.ts'
import { authors, moment } from './schema.ts'

/** Who can sign in; the user name is the author's. */
export const accounts = pgTable('accounts', {
  uid: text('uid')
    .primaryKey()
    .references(() => authors.uid, { onDelete: 'cascade' }),
  /** As it was given; only addresses that were verified stand here. */
  email: text('email'),
  /** In lower case: one account per address. */
  emailKey: text('email_key').unique(),
  /** argon2id in PHC form; none for who came by a provider and never set one. */
  passwordHash: text('password_hash'),
  /** The language of the last sign-in from a known browser: notices are written in it. */
  locale: text('locale').$type<Locale>(),
  /** Whether a provider's name was taken for the user name, and the owner has not chosen one yet. */
  namePending: boolean('name_pending').notNull().default(false),
  createdAt: moment('created_at').notNull(),
})

/** Which account a provider's user is. */
export const identities = pgTable(
  'identities',
  {
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    uid: text('uid')
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.subject] }),
    index('identities_by_account').on(table.uid),
  ],
)

/** A sign-in: the family of the tokens that follow from it. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    /** Names taken from the user agent; empty where it says nothing that is known. */
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
    createdAt: moment('created_at').notNull(),
    /** Exact to a few minutes. */
    usedAt: moment('used_at')
      .notNull()
      .default(sql`now()`),
    /** When the last of its tokens can no longer be exchanged. */
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [
    index('sessions_by_account').on(table.uid),
    index('sessions_by_end').on(table.endsAt),
  ],
)

/** Bearer tokens, of which only the SHA-256 is kept. */
export const tokens = pgTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Until then it opens calls. */
    expiresAt: moment('expires_at').notNull(),
    /** Until then it can be exchanged for the next one; kept until then, so that reuse shows. */
    refreshableUntil: moment('refreshable_until').notNull(),
    /** When it was exchanged. */
    rotatedAt: moment('rotated_at'),
  },
  (table) => [
    index('tokens_by_session').on(table.sessionId),
    index('tokens_by_end').on(table.refreshableUntil),
  ],
)

/** Browsers that have signed in to an account; of their tokens only the SHA-256 is kept. */
export const devices = pgTable(
  'devices',
  {
    hash: text('hash').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at').notNull(),
  },
  (table) => [index('devices_by_account').on(table.uid), index('devices_by_use').on(table.usedAt)],
)

/** Live codes, as argon2id: one per address, purpose and requester. */
export const codes = pgTable(
  'codes',
  {
    emailKey: text('email_key').notNull(),
    purpose: text('purpose').$type<'enter' | 'reset' | 'log_in' | 'confirm'>().notNull(),
    /** A network, a known browser or a session; see services/account/requester.ts. */
    requester: text('requester').notNull().default(''),
    hash: text('hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Those of `tries` that came from another requester. */
    otherTries: integer('other_tries').notNull().default(0),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('codes_by_requester').on(table.emailKey, table.purpose, table.requester),
    index('codes_by_end').on(table.expiresAt),
  ],
)

/** What rate-limiter-flexible counts in; the columns are its own. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_by_end').on(table.expire)],
)

/** What a write with an `Idempotency-Key` did, so that it is done once. */
export const writes = pgTable(
  'writes',
  {
    uid: text('uid')
      .notNull()
      .references(() => accounts.uid, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 of method, path and body. */
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.key] }),
    index('writes_by_age').on(table.createdAt),
  ],
)
