import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { PackagePlatform } from '#lib/contract/file/plugin-package.ts'
import type { ReadmeText } from '#lib/contract/file/readme.ts'
import { bytewise, timestampMs } from './columns.ts'
import { files, ofAuthor, ofProject, versions } from './schema.ts'

/**
 * The account that a name in the file `.keystrip` of a repository referred to when it was first a proof.
 * Without a foreign key, so that the name of a deleted account cannot be claimed by a new one.
 */
export const repositoryProofs = pgTable(
  'repository_proofs',
  {
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    /** The user name in lower case. */
    nameKey: text('name_key').notNull(),
    uid: text('uid').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.repositoryId, table.nameKey] })],
)

/** Accounts that have proved push permission at GitHub, and when. */
export const pushProofs = pgTable(
  'push_proofs',
  {
    repositoryId: bigint('repository_id', { mode: 'number' }).notNull(),
    uid: ofAuthor('uid'),
    provedAt: timestampMs('proved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.repositoryId, table.uid] }),
    index('push_proofs_by_account').on(table.uid),
  ],
)

/** Publications that were transferred to the verified owner of their repository. */
export const transfers = pgTable(
  'transfers',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Without a foreign key: the notice outlives the project. */
    projectId: text('project_id').notNull(),
    title: text('title').notNull(),
    fromUid: ofAuthor('from_uid'),
    toUid: ofAuthor('to_uid'),
    at: timestampMs('at').notNull(),
  },
  (table) => [
    index('transfers_by_giver').on(table.fromUid),
    index('transfers_by_taker').on(table.toUid),
  ],
)

/** Why a package was accepted: its author had proved to own the repository, or the site fetched it from a release of the repository. */
export type PackageBasis = 'owner' | 'release'

/** The packages of plugin versions. A package of a published version never changes. */
export const pluginPackages = pgTable(
  'plugin_packages',
  {
    projectId: bytewise('project_id').notNull(),
    version: text('version').notNull(),
    platform: text('platform').$type<PackagePlatform>().notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    /** Null for rows of the release before, until they are settled (services/project/former-packages.ts). */
    basis: text('basis').$type<PackageBasis>(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version, table.platform] }),
    foreignKey({
      columns: [table.projectId, table.version],
      foreignColumns: [versions.projectId, versions.version],
    }).onDelete('cascade'),
    index('plugin_packages_by_file').on(table.fileId),
  ],
)

/**
 * Packages that were uploaded without proof of owning the repository, and are no longer offered. Their files stay for a while, at their
 * hash and in the export of the account that uploaded them.
 */
export const formerPackages = pgTable(
  'former_packages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    projectId: ofProject(),
    version: text('version').notNull(),
    platform: text('platform').$type<PackagePlatform>().notNull(),
    /** Null once it is deleted. */
    fileId: text('file_id').references(() => files.id, { onDelete: 'set null' }),
    /** The author at that time. */
    uid: ofAuthor('uid'),
    at: timestampMs('at').notNull(),
    /** When its author was sent a message. */
    notifiedAt: timestampMs('notified_at'),
  },
  (table) => [
    index('former_packages_by_project').on(table.projectId),
    index('former_packages_by_file').on(table.fileId),
    index('former_packages_by_account').on(table.uid),
  ],
)

/** The READMEs of plugins, as their repositories had them at the release that was read last. */
export const pluginReadmes = pgTable('plugin_readmes', {
  projectId: ofProject().primaryKey(),
  commit: text('commit').notNull(),
  /** Empty: the repository has none. */
  texts: jsonb('texts').$type<ReadmeText[]>().notNull(),
  fetchedAt: timestampMs('fetched_at').notNull(),
})

/** The files of a repository that its README shows as pictures. */
export const readmePictures = pgTable(
  'readme_pictures',
  {
    projectId: ofProject(),
    path: bytewise('path').notNull(),
    /** At which it was read last, or tried. */
    commit: text('commit').notNull(),
    /** Bytes that were read at that commit. */
    size: integer('size').notNull(),
    /** Of the file in the repository: the same one is not stored again. */
    sourceSha256: text('source_sha256'),
    /** Null if it is no picture that the site takes. */
    fileId: text('file_id').references(() => files.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.path] }),
    index('readme_pictures_by_file').on(table.fileId),
  ],
)
