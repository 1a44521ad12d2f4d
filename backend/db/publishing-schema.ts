import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { TokenScope } from '#lib/contract/access-token.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { ChangeEffect } from '#lib/contract/change.ts'
import type { Details } from '#lib/contract/envelope.ts'
import type { LogEvent } from '#lib/contract/project-log.ts'
import type { PublishEvent } from '#lib/contract/publisher.ts'
import type { ReleaseOrigin, ReleaseState } from '#lib/contract/release.ts'
import { ofAccount } from './account-schema.ts'
import { bytewise, indexIfSet, timestampMs } from './columns.ts'
import { ofProject, projects } from './schema.ts'

/** Workflows that may publish a project, or the first release of one (docs/decisions/0090-exchange-build-identities-for-short-lived-tokens.md). */
export const trustedPublishers = pgTable(
  'trusted_publishers',
  {
    id: text('id').primaryKey(),
    /** The account that trusts it, and publishes. */
    uid: ofAccount(),
    /** Null while it is pending. */
    projectId: bytewise('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    /** Kind and title of the project that a pending one publishes; kept afterwards. */
    firstKind: text('first_kind').$type<Kind>(),
    firstTitle: text('first_title'),
    issuer: text('issuer').notNull(),
    /** Name of the repository when it was last seen; the ids decide. */
    repository: text('repository').notNull(),
    repositoryId: text('repository_id').notNull(),
    ownerId: text('owner_id').notNull(),
    workflow: text('workflow').notNull(),
    environment: text('environment'),
    /** What may start a run that publishes; null: each of `PUBLISH_EVENTS`. */
    events: text('events').array().$type<PublishEvent[]>(),
    createdAt: timestampMs('created_at').notNull(),
    usedAt: timestampMs('used_at'),
  },
  (table) => [
    index('trusted_publishers_by_repository').on(table.issuer, table.repositoryId),
    index('trusted_publishers_by_name').on(table.issuer, sql`lower(${table.repository})`),
    index('trusted_publishers_by_account').on(table.uid, table.projectId),
    indexIfSet('trusted_publishers_by_project', table.projectId),
    check(
      'trusted_publishers_target',
      sql`${table.projectId} IS NOT NULL OR (${table.firstKind} IS NOT NULL AND ${table.firstTitle} IS NOT NULL)`,
    ),
  ],
)

/** Identity tokens that were exchanged, as SHA-256 of issuer and `jti`, until they expire. */
export const usedIdentityTokens = pgTable(
  'used_identity_tokens',
  {
    hash: text('hash').primaryKey(),
    expiresAt: timestampMs('expires_at').notNull(),
  },
  (table) => [index('used_identity_tokens_by_end').on(table.expiresAt)],
)

/** Access tokens for programs, stored as SHA-256. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: text('id').primaryKey(),
    uid: ofAccount(),
    hash: text('hash').notNull().unique(),
    /** Its last characters. */
    ending: text('ending').notNull(),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    /** The only project that it may change; null for all of the account. */
    projectId: bytewise('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** The publisher that got it for an identity token; null for a token of the account. */
    publisherId: text('publisher_id').references(() => trustedPublishers.id, {
      onDelete: 'cascade',
    }),
    /** Precision of a few minutes. */
    usedAt: timestampMs('used_at'),
  },
  (table) => [
    index('access_tokens_by_account').on(table.uid, table.createdAt),
    index('access_tokens_by_end').on(table.expiresAt),
    index('access_tokens_by_publisher')
      .on(table.publisherId, table.expiresAt)
      .where(sql`${table.publisherId} IS NOT NULL`),
    // Deleting a project deletes its tokens.
    indexIfSet('access_tokens_by_project', table.projectId),
  ],
)

/** How a plugin gets the releases of its repository (docs/decisions/0094-check-the-repository-when-a-release-notice-arrives.md). */
export const releaseSources = pgTable('release_sources', {
  projectId: ofProject().primaryKey(),
  /** Signs its notices; null without one. It only makes the site look at the repository, so that it is stored as it is. */
  secret: text('secret'),
  secretAt: timestampMs('secret_at'),
  isDaily: boolean('is_daily').notNull().default(true),
  /** The last daily look. */
  lookedAt: timestampMs('looked_at'),
})

/** What became of the releases of a plugin; the oldest are deleted (`DELIVERIES_MAX`). */
export const releaseDeliveries = pgTable(
  'release_deliveries',
  {
    id: bytewise('id').primaryKey(),
    projectId: ofProject(),
    origin: text('origin').$type<ReleaseOrigin>().notNull(),
    /** Id that its sender gave it. */
    deliveryId: text('delivery_id').notNull(),
    /** The release; null for the latest one. */
    tag: text('tag'),
    version: text('version'),
    state: text('state').$type<ReleaseState>().notNull(),
    reason: text('reason'),
    details: jsonb('details').$type<Details>().notNull().default({}),
    receivedAt: timestampMs('received_at').notNull(),
    finishedAt: timestampMs('finished_at'),
  },
  (table) => [
    uniqueIndex('release_deliveries_by_sender').on(table.projectId, table.deliveryId),
    index('release_deliveries_by_time').on(table.projectId, table.receivedAt),
  ],
)

/** What was done to a project; the oldest entries are deleted (`LOG_MAX`). */
export const projectLog = pgTable(
  'project_log',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
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

/**
 * Recent changes of the catalogue, for the caches of the web processes. Each row is written in the
 * transaction of its change and deleted after an hour. Ids are in commit order; see
 * services/change/changes.ts.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestampMs('at').notNull(),
    /** Null, like the next three, where settings of the site have changed. */
    kind: text('kind').$type<Kind>(),
    projectId: text('project_id'),
    author: text('author'),
    isNew: boolean('is_new'),
    /** `NULL` of a process of an earlier release: a removal. */
    effect: text('effect').$type<ChangeEffect>(),
  },
  (table) => [index('changes_by_time').on(table.at)],
)

/** Tombstones of versions that are gone. Their files are in the trash (`files.trashedAt`). */
export const discardedVersions = pgTable(
  'discarded_versions',
  {
    projectId: ofProject(),
    version: text('version').notNull(),
    /** SHA-256 of its file or packages; with any other bytes the number is not published again. */
    hashes: text('hashes').array().notNull(),
    reason: text('reason').notNull(),
    /** `takeover`: a verified owner took the plugin over. Such a tombstone does not bind the number. */
    cause: text('cause').$type<'author' | 'takeover'>().notNull(),
    discardedAt: timestampMs('discarded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.version] })],
)
