import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Image, Project, PluginKey, Release } from '#lib/contract/project.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { OperatorAction } from '#lib/contract/operator.ts'
import type { StatisticEvent } from '#lib/contract/statistic.ts'

/** Text that is compared byte by byte, the same on every database whatever its locale. */
export const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/** To the millisecond, as JavaScript has it: a finer one would not come back from a cursor. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

export const authors = pgTable(
  'authors',
  {
    uid: text('uid').primaryKey(),
    name: text('name').notNull().unique(),
  },
  // Nobody is to be taken for somebody else for the case of a letter.
  (table) => [uniqueIndex('authors_by_folded_name').on(sql`lower(${table.name})`)],
)

/** What a picture keeps besides its file: the contract's image without its addresses. */
export type StoredImage = Omit<Image, 'url' | 'sources'> & { fileId: string }

/** By the owner's sign-in at GitHub, permission to push, or the repository's file `.keystrip`. */
export type OwnerProof = 'github' | 'push' | 'file'

export const projects = pgTable(
  'projects',
  {
    /** Bytewise, as it decides between entries that a sort holds for equal. */
    id: bytewise('id').primaryKey(),
    kind: text('kind').$type<Kind>().notNull(),
    authorUid: text('author_uid')
      .notNull()
      .references(() => authors.uid),
    title: text('title').notNull(),
    /** `sortKey(title)`: what the sorts by name compare. */
    sortKey: bytewise('sort_key').notNull(),
    description: text('description').notNull(),
    language: text('language').$type<NonNullable<Project['language']>>(),
    version: text('version').notNull(),
    operatingSystems: text('operating_systems')
      .array()
      .$type<Project['operating_systems']>()
      .notNull(),
    minimumVersion: text('minimum_version').notNull(),
    /** The parts of `minimum_version` as numbers, so that 1.10.0 comes after 1.9.0. */
    minimumVersionParts: integer('minimum_version_parts').array().notNull(),
    category: text('category').$type<Project['category']>().notNull(),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    license: text('license'),
    attribution: text('attribution'),
    isSample: boolean('is_sample').notNull().default(false),
    cover: jsonb('cover').$type<StoredImage>().notNull(),
    gallery: jsonb('gallery').$type<StoredImage[]>().notNull(),
    fileId: text('file_id').references(() => files.id),
    owner: text('owner'),
    repositoryUrl: text('repository_url'),
    /** Of plugins: what GitHub calls the repository by, and the manifest the plugin. */
    repositoryId: bigint('repository_id', { mode: 'number' }),
    manifestId: text('manifest_id'),
    /** How its author proved that the repository is theirs, when it was last looked at. */
    ownerProof: text('owner_proof').$type<OwnerProof>(),
    release: jsonb('release').$type<Release>(),
    keys: jsonb('keys').$type<PluginKey[]>(),
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    installs: integer('installs').notNull().default(0),
    /** See services/statistic/popularity.ts. */
    popularity: doublePrecision('popularity').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** Goes up with each change that its author makes: what a save says that it started from. */
    revision: integer('revision').notNull().default(1),
    /** When the operator took it out of sight; what shows projects to anybody leaves it out. */
    hiddenAt: moment('hidden_at'),
    /** Names a demo project, so that filling can go on where it was cut off. */
    demoKey: text('demo_key').unique(),
  },
  (table) => [
    index('projects_by_name').on(table.kind, table.sortKey, table.id),
    index('projects_by_popularity').on(table.kind, table.popularity, table.id),
    index('projects_by_update').on(table.kind, table.updatedAt, table.id),
    index('projects_popular_overall').on(table.popularity, table.id),
    /** Holds all that the filters look at, so that counting reads no row. */
    index('projects_by_filter')
      .on(table.kind, table.category, table.minimumVersionParts, table.operatingSystems)
      .where(sql`${table.hiddenAt} IS NULL`),
    index('projects_by_author').on(table.authorUid, table.kind),
    index('projects_by_file').on(table.fileId),
    // A plugin is published once; where it was not looked at yet nothing collides.
    uniqueIndex('projects_by_plugin').on(table.repositoryId, table.manifestId),
  ],
)

/** A stored object: `key` names it in the storage, `sha256` is lower-case hexadecimal. */
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
    createdAt: moment('created_at').notNull(),
    /** Who uploaded it; nobody for what came with the catalogue. */
    ownerUid: text('owner_uid').references(() => authors.uid, { onDelete: 'set null' }),
    /** Until its bytes are in the storage, and while its project is hidden, a file is there for nobody. */
    state: text('state').$type<'pending' | 'stored' | 'hidden'>().notNull().default('stored'),
    /** When a project took it; what nobody takes within a day goes. */
    attachedAt: moment('attached_at'),
    /** Of pictures, in pixels. */
    width: integer('width'),
    height: integer('height'),
    /** Of pictures: a tiny data URL to show meanwhile. */
    placeholder: text('placeholder'),
    /** Of containers: what their manifest says they are; nothing where it could not be read. */
    format: text('format').$type<'iconpack' | 'profile' | 'flexpage'>(),
    /** Of containers: whether its drawings are made safe; nothing while nobody looked into it. */
    drawings: text('drawings').$type<'waiting' | 'ready'>(),
    /** The object that holds the safe drawings, one after the other. */
    drawingsKey: text('drawings_key'),
  },
  (table) => [
    index('files_by_key').on(table.key),
    index('files_by_drawings_key').on(table.drawingsKey),
    // Holds all that the quota of an account sums up (services/upload/quota.ts).
    index('files_by_owner').on(table.ownerUid, table.state, table.size),
  ],
)

/** Pictures in other widths, made of the file's: any of them may go, and is made again when asked for. */
export const derivedPictures = pgTable(
  'derived_pictures',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** In pixels. */
    width: integer('width').notNull(),
    /** Names the object in the storage. */
    key: text('key').notNull().unique(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** When it was last asked for, to the hour. */
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.width] })],
)

/** What a version says of itself besides its number, and its project while it is the present one. */
export type VersionFacts = Partial<
  Pick<Project, 'minimum_version' | 'operating_systems' | 'license' | 'release'>
>

/** What a project's file was, version by version; a version that is out never changes. */
export const versions = pgTable(
  'versions',
  {
    projectId: bytewise('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    fileId: text('file_id').references(() => files.id),
    /** What changed, in the creator's words. */
    notes: text('notes').notNull(),
    /** Nothing of versions from before it was kept. */
    facts: jsonb('facts').$type<VersionFacts>(),
    /** When its author withdrew it: it is not offered any more, its file is kept. */
    yankedAt: moment('yanked_at'),
    yankReason: text('yank_reason'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.version] }),
    index('versions_by_file').on(table.fileId),
  ],
)

/** What the operator did, and why. Nothing in it points at anything, so that it stays. */
export const audit = pgTable(
  'audit',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    action: text('action').$type<OperatorAction>().notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    projectId: text('project_id').notNull(),
    title: text('title').notNull(),
    author: text('author').notNull(),
    reason: text('reason').notNull(),
    /** Who: the name of the account on the machine where the command was given. */
    by: text('by').notNull(),
  },
  (table) => [index('audit_by_project').on(table.projectId, table.id)],
)

/**
 * What changed in the catalogue lately, for the caches of the web processes: a row in the same
 * transaction as each change, forgotten after an hour. Ids stand in the order of the commits; see
 * services/change/note.ts.
 */
export const changes = pgTable(
  'changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    projectId: text('project_id').notNull(),
    author: text('author').notNull(),
    isNew: boolean('is_new').notNull(),
  },
  (table) => [index('changes_by_time').on(table.at)],
)

/** Counts per day; a project's totals stand in `projects`. */
export const dailyCounts = pgTable(
  'daily_counts',
  {
    projectId: bytewise('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    day: date('day', { mode: 'string' }).notNull(),
    event: text('event').$type<StatisticEvent>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.day, table.event] })],
)

/** Who did what today, as a keyed hash that means nothing once the day's salt is gone. */
export const visits = pgTable(
  'visits',
  {
    day: date('day', { mode: 'string' }).notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)

/**
 * How many rows of `visits` each address has today, by a keyed hash of the address, and all of them
 * together under the empty hash: both are bounded (services/statistic/record.ts).
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

/** What needs doing once in the life of a catalogue, when it was done. */
export const milestones = pgTable('milestones', {
  name: text('name').primaryKey(),
  reachedAt: moment('reached_at').notNull(),
})

/** Single facts about this database, such as its id (services/file/database-id.ts). */
export const settings = pgTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** The random key of each day's hashes. */
export const salts = pgTable('salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})
