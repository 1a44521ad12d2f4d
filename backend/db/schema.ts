import { sql } from 'drizzle-orm'
import {
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
const bytewise = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
/** To the millisecond, as JavaScript has it: a finer one would not come back from a cursor. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/**
 * For GIN indexes: new entries go into the index at once. The default is a pending list, which every
 * look-up reads from its beginning to its end until a vacuum empties it, and the embedded database
 * has no autovacuum (measured: 2.5 ms instead of 0.01 ms for each look-up in the demo catalogue).
 */
const AT_ONCE = { fastupdate: false }

/** The terms that a thing is found by; see services/search/document.ts. */
const terms = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const authors = pgTable(
  'authors',
  {
    uid: text('uid').primaryKey(),
    name: text('name').notNull().unique(),
  },
  // Nobody is to be taken for somebody else for the case of a letter.
  (table) => [uniqueIndex('authors_by_folded_name').on(sql`lower(${table.name})`)],
)

/** What a picture keeps besides its file: the contract's image without its address. */
export type StoredImage = Omit<Image, 'url'> & { fileId: string }

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
    release: jsonb('release').$type<Release>(),
    keys: jsonb('keys').$type<PluginKey[]>(),
    views: integer('views').notNull().default(0),
    downloads: integer('downloads').notNull().default(0),
    installs: integer('installs').notNull().default(0),
    /** See services/statistic/popularity.ts. */
    popularity: doublePrecision('popularity').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
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
  },
  // Holds all that the quota of an account sums up (services/upload/quota.ts).
  (table) => [index('files_by_owner').on(table.ownerUid, table.state, table.size)],
)

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

/** The random key of each day's hashes. */
export const salts = pgTable('salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})

/**
 * What search looks at, apart from `projects`: counting a visit rewrites the project's row, and
 * would write all its terms anew.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    projectId: bytewise('project_id')
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<Kind>().notNull(),
    authorUid: text('author_uid').notNull(),
    fileId: text('file_id'),
    category: text('category').$type<Project['category']>().notNull(),
    operatingSystems: text('operating_systems').array().notNull(),
    minimumVersionParts: integer('minimum_version_parts').array().notNull(),
    /** `titleKey(title)`: found by its beginning. */
    titleKey: bytewise('title_key').notNull(),
    sortKey: bytewise('sort_key').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** `rankOf(popularity)`: coarse, so that it seldom changes. */
    rank: integer('rank').notNull(),
    terms: terms('terms').notNull(),
  },
  (table) => [
    index('search_documents_by_terms').using('gin', table.terms).with(AT_ONCE),
    // With rank and kind: what begins like a term is sorted without reading the documents.
    index('search_documents_by_title').on(table.titleKey, table.rank, table.projectId, table.kind),
    index('search_documents_by_rank').on(table.rank, table.projectId),
    index('search_documents_by_kind').on(table.kind, table.rank, table.projectId),
    index('search_documents_by_category').on(
      table.kind,
      table.category,
      table.rank,
      table.projectId,
    ),
    index('search_documents_by_name').on(table.sortKey, table.projectId),
    index('search_documents_by_update').on(table.updatedAt, table.projectId),
    index('search_documents_by_author').on(table.authorUid),
    /** Holds all that the search for icons asks of a pack. */
    index('search_documents_by_file').on(table.fileId, table.rank, table.projectId),
  ],
)

/** Every word of the documents, how many have it (in the title), and the spellings that lead to it. */
export const searchWords = pgTable(
  'search_words',
  {
    word: bytewise('word').primaryKey(),
    documents: integer('documents').notNull(),
    titles: integer('titles').notNull(),
    spellings: text('spellings').array().notNull(),
  },
  (table) => [
    index('search_words_by_spelling').using('gin', table.spellings).with(AT_ONCE),
    // An expression, so that equality cannot use it: without statistics the planner prefers the
    // trigrams of a word to the primary key, which reads 100 times as many pages.
    index('search_words_by_likeness')
      .using('gin', sql`(${table.word} || '') gin_trgm_ops`)
      .with(AT_ONCE),
  ],
)

/** The icons in a stored pack: where their bytes stand in the archive, and what finds them. */
export const fileIcons = pgTable(
  'file_icons',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    name: bytewise('name').notNull(),
    position: integer('position').notNull(),
    /** Where the compressed bytes begin in the archive, how many they are, and once inflated. */
    offset: integer('offset').notNull(),
    packedSize: integer('packed_size').notNull(),
    size: integer('size').notNull(),
    isDeflated: boolean('is_deflated').notNull(),
    terms: terms('terms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.name] }),
    index('file_icons_by_terms').using('gin', table.terms),
  ],
)
