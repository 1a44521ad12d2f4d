import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { VersionField } from '#lib/contract/project-fields.ts'
import type {
  PluginKey,
  Project,
  Release,
  RepositoryStatus,
  Translation,
} from '#lib/contract/project.ts'
import type { StatedFile } from '#lib/contract/file/package-systems.ts'
import type { FileFormat } from '#lib/contract/file/file-format.ts'
import type { ContainerFormat, Kind } from '#lib/contract/kind.ts'
import type { ProjectLanguage } from '#lib/contract/language.ts'
import type { PluginManifestFacts } from '#lib/contract/file/plugin-manifest.ts'
import type { PackageSummary } from '#lib/contract/publish.ts'
import type { Channel, Visibility } from '#lib/contract/visibility.ts'
import { bytewise, indexIfSet, NO_PENDING_LIST, textList, timestampMs } from './columns.ts'
import type { FittingMinimums, StoredImage, StoredSheet } from './stored-parts.ts'

export const authors = pgTable(
  'authors',
  {
    uid: text('uid').primaryKey(),
    /** The user name. */
    name: text('name').notNull().unique(),
    /** What readers see in its place, if the author has chosen one. */
    displayName: text('display_name'),
    /** `skeletonKeys` of both names; null until the job computes them (services/name/fill-skeletons.ts). */
    nameSkeletons: text('name_skeletons').array(),
    /** What the author says of themselves. */
    about: text('about').notNull().default(''),
    /** `https` addresses. */
    links: textList('links'),
  },
  // Names that differ only in case could be used to impersonate an author.
  (table) => [
    uniqueIndex('authors_by_folded_name').on(sql`lower(${table.name})`),
    index('authors_by_skeleton').using('gin', table.nameSkeletons).with(NO_PENDING_LIST),
    index('authors_without_skeleton')
      .on(table.uid)
      .where(sql`${table.nameSkeletons} IS NULL`),
  ],
)

/** Rows that are deleted with their author. */
export const ofAuthor = (name: string) =>
  text(name)
    .notNull()
    .references(() => authors.uid, { onDelete: 'cascade' })

/** Rows that are deleted with their project. */
export const ofProject = () =>
  bytewise('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })

/** Rows that are deleted with their file. */
export const ofFile = () =>
  text('file_id')
    .notNull()
    .references(() => files.id, { onDelete: 'cascade' })

/** Proof of ownership: the owner's GitHub sign-in, push permission, or the file `.keystrip`. */
export type OwnerProof = 'github' | 'push' | 'file'

export const projects = pgTable(
  'projects',
  {
    /** Bytewise, because it breaks ties of sort orders. */
    id: bytewise('id').primaryKey(),
    kind: text('kind').$type<Kind>().notNull(),
    authorUid: text('author_uid')
      .notNull()
      .references(() => authors.uid),
    title: text('title').notNull(),
    /** `skeletonKeys(title)`; null until the job computes them (services/name/fill-skeletons.ts). */
    titleSkeletons: text('title_skeletons').array(),
    /** `sortKey(title)`, for sorting by name. */
    sortKey: bytewise('sort_key').notNull(),
    tagline: text('tagline').notNull().default(''),
    description: text('description').notNull(),
    /** Null if unknown. */
    language: text('language').$type<ProjectLanguage>(),
    /** Whether it was detected, so that it follows changes of the text. */
    languageIsDetected: boolean('language_is_detected').notNull().default(false),
    version: text('version').notNull(),
    operatingSystems: text('operating_systems')
      .array()
      .$type<Project['operating_systems']>()
      .notNull(),
    minimumVersion: text('minimum_version').notNull(),
    /** `versionParts(minimumVersion)`, which compares numerically. */
    minimumVersionParts: integer('minimum_version_parts').array().notNull(),
    category: text('category').$type<Project['category']>().notNull(),
    tags: textList('tags'),
    license: text('license'),
    attribution: text('attribution'),
    isSample: boolean('is_sample').notNull().default(false),
    cover: jsonb('cover').$type<StoredImage>().notNull(),
    gallery: jsonb('gallery').$type<StoredImage[]>().notNull(),
    fileId: text('file_id').references(() => files.id),
    owner: text('owner'),
    repositoryUrl: text('repository_url'),
    /** Plugins only: GitHub's id of the repository, and the plugin id of the manifest. */
    repositoryId: bigint('repository_id', { mode: 'number' }),
    manifestId: text('manifest_id'),
    /** GitHub's id of the repository's owner when its author last had it checked; null for rows from before it was stored. */
    repositoryOwnerId: bigint('repository_owner_id', { mode: 'number' }),
    /** The number of the repository of a hidden publication that does not have it itself: another one does. */
    claimedRepositoryId: bigint('claimed_repository_id', { mode: 'number' }),
    /** The author's proof of ownership when the repository was last checked. */
    ownerProof: text('owner_proof').$type<OwnerProof>(),
    /** Set when another repository has its address, or another account its repository: nothing is offered until the author proves again. */
    repositoryStatus: text('repository_status').$type<RepositoryStatus>(),
    release: jsonb('release').$type<Release>(),
    /** What the author states of the files of releases and of packages. */
    packageSystems: jsonb('package_systems').$type<StatedFile[]>(),
    keys: jsonb('keys').$type<PluginKey[]>(),
    /** Plugins only: what the manifest declares. */
    manifest: jsonb('manifest').$type<PluginManifestFacts>(),
    /** Plugins only: descriptions in other languages. */
    translations: jsonb('translations').$type<Translation[]>(),
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    installs: integer('installs').notNull().default(0),
    /** Logarithmic; see services/statistic/popularity.ts. */
    popularity: doublePrecision('popularity').notNull(),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
    /** Increases with each change by the author, to detect conflicting edits. */
    revision: integer('revision').notNull().default(1),
    /** When the operator hid it; every public query leaves hidden projects out. */
    hiddenAt: timestampMs('hidden_at'),
    /** What it equals, if it is hidden since its publication and waits for the operator (services/project/hold.ts). */
    heldFor: text('held_for'),
    /** Only `listed` ones are in lists, search and the sitemap (db/visible.ts). */
    visibility: text('visibility').$type<Visibility>().notNull().default('listed'),
    /** When its author deprecated it; the reason, and the project that replaces it. */
    deprecatedAt: timestampMs('deprecated_at'),
    deprecationReason: text('deprecation_reason'),
    /** Without a foreign key: it may be deleted, and is then not shown. */
    successorId: bytewise('successor_id'),
    /** Identifies an imported demo project, so that an interrupted import can be resumed. */
    demoKey: text('demo_key').unique(),
    /**
     * Other offered versions, for setups that the current one does not fit; null without any. What filters read of them, and the state of
     * the versions that both were found from (services/fitting).
     */
    fittingVersions: jsonb('fitting_versions').$type<NonNullable<Project['fitting_versions']>>(),
    fittingMinimums: jsonb('fitting_minimums').$type<FittingMinimums>(),
    fittingState: text('fitting_state'),
  },
  (table) => [
    index('projects_by_skeleton').using('gin', table.titleSkeletons).with(NO_PENDING_LIST),
    index('projects_without_skeleton')
      .on(table.id)
      .where(sql`${table.titleSkeletons} IS NULL`),
    index('projects_by_name').on(table.kind, table.sortKey, table.id),
    index('projects_by_popularity').on(table.kind, table.popularity, table.id),
    index('projects_by_update').on(table.kind, table.updatedAt, table.id),
    index('projects_by_downloads').on(table.kind, table.downloads, table.id),
    index('projects_popular_overall').on(table.popularity, table.id),
    /** Covers the filter columns, so that counting uses an index-only scan. */
    index('projects_by_needs')
      .on(
        table.kind,
        table.category,
        table.minimumVersionParts,
        table.operatingSystems,
        table.fittingMinimums,
      )
      .where(sql`${table.hiddenAt} IS NULL AND ${table.visibility} = 'listed'`),
    // Of a few projects, or none, that fit: without it, and the statistics of its expression, the whole list is read.
    index('projects_by_fitting').on(table.kind, sql`(${table.fittingMinimums} -> 'any')`),
    // The pages that name a project as their successor change with it.
    indexIfSet('projects_by_successor', table.successorId),
    index('projects_by_author').on(table.authorUid, table.kind),
    // Few: each publication is compared with them.
    indexIfSet('projects_hidden', table.hiddenAt),
    index('projects_by_file').on(table.fileId),
    // Notices of releases name their repository.
    index('projects_by_repository')
      .on(sql`lower(${table.repositoryUrl})`)
      .where(sql`${table.repositoryUrl} IS NOT NULL`),
    // Applications ask for updates by it.
    indexIfSet('projects_by_manifest', table.manifestId),
    // The plugins that a plugin needs: pages of the others name them.
    index('projects_by_need')
      .using('gin', sql`(${table.manifest} -> 'dependencies') jsonb_path_ops`)
      .with(NO_PENDING_LIST)
      .where(sql`${table.manifest} IS NOT NULL`),
    // A plugin is published once. Rows without a repository check hold NULL and do not conflict.
    uniqueIndex('projects_by_plugin').on(table.repositoryId, table.manifestId),
  ],
)

/** What the manifest of a package of a plugin declares. */
export type StoredPackage = PackageSummary & { facts: PluginManifestFacts }

/** A stored file: `key` is its storage key, `sha256` is lower-case hexadecimal. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<'project' | 'image'>().notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    mediaType: text('media_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** In the year 9999 while a draft names an upload that no project has: 0.1.0 deletes those of yesterday (migration 0050). */
    createdAt: timestampMs('created_at').notNull(),
    /** When such an upload was created. */
    uploadedAt: timestampMs('uploaded_at'),
    /** The account that uploaded it; null for imported files. */
    ownerUid: text('owner_uid').references(() => authors.uid, { onDelete: 'set null' }),
    /**
     * Who may use it: `account`, or the id of the project whose token uploaded it, of the publisher before its first
     * publication (services/project/reached-files.ts). Null: uploaded by the release before.
     */
    uploadedFor: text('uploaded_for'),
    /** Only `stored` files are served: not `pending` uploads, nor `hidden` ones of hidden projects. */
    state: text('state').$type<'pending' | 'stored' | 'hidden'>().notNull().default('stored'),
    /** When a project attached it; files not attached within a day are swept. */
    attachedAt: timestampMs('attached_at'),
    /** When it went to the trash with a discarded version; the sweep deletes it 30 days later. Its state is `hidden`. */
    trashedAt: timestampMs('trashed_at'),
    /** Pictures only, in pixels. */
    width: integer('width'),
    height: integer('height'),
    /** Pictures only: a tiny data URL to show while the picture loads. */
    placeholder: text('placeholder'),
    /** Pictures that move only: storage key, size in bytes and SHA-256 of the animated WebP. */
    animationKey: text('animation_key'),
    animationSize: integer('animation_size'),
    animationSha256: text('animation_sha256'),
    /** Project files only: the kind of contents (`format` of our manifests); null if it could not be read. */
    format: text('format').$type<ContainerFormat>(),
    /** Project files only: the format that was recognised; null for rows from before it was stored. */
    reader: text('reader').$type<FileFormat>(),
    /** The uploaded bytes where `key` has the standard archive that was made from them; it counts towards the quota in place of `size`. */
    originalKey: text('original_key'),
    originalName: text('original_name'),
    originalSize: integer('original_size'),
    originalSha256: text('original_sha256'),
    /** Packages of plugins only: what the manifest declares. */
    package: jsonb('package').$type<StoredPackage>(),
    /** Archives only: whether the drawings are sanitised; null while the archive is not read yet. */
    drawings: text('drawings').$type<'waiting' | 'ready'>(),
    /** Storage key of the concatenated sanitised drawings. */
    drawingsKey: text('drawings_key'),
    /** Bytes of that object, with the sheets; null for drawings from before this was stored. */
    drawingsSize: bigint('drawings_size', { mode: 'number' }),
    /** The version of the sanitiser that made them (services/drawing/version.ts); 0 before there were versions. */
    drawingsVersion: integer('drawings_version').notNull().default(0),
    /** Packs only: the sheets of the drawings, in the same object; null if it has none. */
    sheets: jsonb('sheets').$type<StoredSheet[]>(),
  },
  (table) => [
    index('files_by_key').on(table.key),
    // Downloads by hash, and installed files: the first uploads of the same bytes.
    index('files_by_bytes')
      .on(table.sha256, table.createdAt)
      .where(sql`${table.purpose} = 'project'`),
    index('files_by_drawings_key').on(table.drawingsKey),
    indexIfSet('files_by_original_key', table.originalKey),
    index('files_by_original_bytes')
      .on(table.originalSha256, table.createdAt)
      .where(sql`${table.originalSha256} IS NOT NULL`),
    indexIfSet('files_by_animation', table.animationKey),
    // Few or none: each start looks for them (services/drawing/job.ts).
    index('files_without_drawings')
      .on(table.id)
      .where(sql`purpose = 'project' AND drawings IS NULL`),
    // Each start looks for those of a former sanitiser (services/drawing/make-again.ts).
    index('files_by_drawings_version')
      .on(table.drawingsVersion, table.id)
      .where(sql`purpose = 'project' AND drawings = 'ready'`),
    indexIfSet('files_by_trash', table.trashedAt),
    // Covers the sum for the quota of an account (services/upload/quota.ts).
    index('files_by_account').on(
      table.ownerUid,
      table.state,
      table.size,
      table.originalSize,
      table.animationSize,
    ),
  ],
)

/** The project fields that belong to a version; restored when the version becomes current again. */
export type VersionFacts = Partial<Pick<Project, VersionField>>

/** The versions of a project with their files. The file of a published version never changes. */
export const versions = pgTable(
  'versions',
  {
    projectId: ofProject(),
    version: text('version').notNull(),
    fileId: text('file_id').references(() => files.id),
    /** Release notes by the creator. */
    notes: text('notes').notNull(),
    /** The text of its release as it was read last; null without one, and for rows from before it was stored. */
    releaseNotes: text('release_notes'),
    /** Null for rows from before facts were stored. */
    facts: jsonb('facts').$type<VersionFacts>(),
    /** When its author yanked it: no longer offered, but its file is kept. */
    yankedAt: timestampMs('yanked_at'),
    yankReason: text('yank_reason'),
    /** A pre-release is current only while there is no stable version. */
    channel: text('channel').$type<Channel>().notNull().default('stable'),
    /** When it is to be published; null once it is. Until then its author alone sees it. */
    publishAt: timestampMs('publish_at'),
    /** The same of a version, whose `publishAt` is `HELD_UNTIL` (services/project/schedule.ts). */
    heldFor: text('held_for'),
    createdAt: timestampMs('created_at').notNull(),
    /** What this version needs, and `versionParts(minimumVersion)`; null means what the project says (decision 88). */
    operatingSystems: text('operating_systems').array().$type<Project['operating_systems']>(),
    minimumVersion: text('minimum_version'),
    minimumVersionParts: integer('minimum_version_parts').array(),
    /** Downloads and installs; those before they were counted at any age, only while it could be discarded (services/statistic/version-downloads.ts). */
    downloads: integer('downloads').notNull().default(0),
    /** Downloads and installs by others while it could be discarded: by day (UTC), once per /24 or /48. */
    earlyDownloads: jsonb('early_downloads').$type<Record<string, number>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version] }),
    index('versions_by_file').on(table.fileId),
    indexIfSet('versions_by_schedule', table.publishAt),
  ],
)
