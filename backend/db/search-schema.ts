import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { bytewise, NO_PENDING_LIST, timestampMs } from './columns.ts'
import type { FittingMinimums } from './stored-parts.ts'
import { ofFile, ofProject } from './schema.ts'

/** Terms with field prefixes; see services/search-index/document.ts. */
const terms = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * The stems of a word in the languages of the site that have any, by the Snowball dictionaries that each PostgreSQL has. Must be
 * the expression of the index `search_words_by_stem`.
 */
export const stemsOf = (word: AnyColumn | SQL) =>
  sql`(ts_lexize('pg_catalog.english_stem', ${word}) || ts_lexize('pg_catalog.german_stem', ${word}) || ts_lexize('pg_catalog.french_stem', ${word}))`

/** Whether a document is in the form of a release before (services/search-index/document.ts). A constant, as in its index. */
export const isFormerForm = (document: AnyColumn | SQL) =>
  sql`NOT (${document} @@ '''*2'''::tsquery)`

/**
 * The searchable part of projects. Apart from `projects`, because counting an event rewrites the whole row
 * of a project.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    projectId: ofProject().primaryKey(),
    kind: text('kind').$type<Kind>().notNull(),
    authorUid: text('author_uid').notNull(),
    fileId: text('file_id'),
    category: text('category').$type<Project['category']>().notNull(),
    operatingSystems: text('operating_systems').array().notNull(),
    minimumVersionParts: integer('minimum_version_parts').array().notNull(),
    /** `titleKey(title)`, for prefix matching. */
    titleKey: bytewise('title_key').notNull(),
    sortKey: bytewise('sort_key').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
    /** `rankOf(popularity)`: coarse, so that it rarely changes. */
    rank: integer('rank').notNull(),
    terms: terms('terms').notNull(),
    /** Of the project. */
    fittingMinimums: jsonb('fitting_minimums').$type<FittingMinimums>(),
  },
  (table) => [
    index('search_documents_by_terms').using('gin', table.terms).with(NO_PENDING_LIST),
    // With rank and kind, so that prefix matches are sorted without reading the documents.
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
    /** Covers what the icon search reads of a pack. */
    index('search_documents_by_file').on(table.fileId, table.rank, table.projectId),
    /** Documents that are to be indexed again: few, or none. */
    index('search_documents_former').on(table.projectId).where(isFormerForm(table.terms)),
  ],
)

/** Related projects that were found for a project; removed when what they were found by changes. */
export const relatedProjects = pgTable('related_projects', {
  projectId: ofProject().primaryKey(),
  /** In their order. May contain projects that are no longer public. */
  ids: text('ids').array().notNull(),
  foundAt: timestampMs('found_at').notNull(),
})

/**
 * The vocabulary: every word of the documents, the number of documents and titles that contain it, and
 * its spellings with one letter deleted.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: bytewise('word').primaryKey(),
    documents: integer('documents').notNull(),
    titles: integer('titles').notNull(),
    spellings: text('spellings').array().notNull(),
  },
  (table) => [
    index('search_words_by_spelling').using('gin', table.spellings).with(NO_PENDING_LIST),
    // An expression, so that equality cannot use this index: without statistics the planner prefers it
    // to the primary key and reads 100 times as many pages.
    index('search_words_by_likeness')
      .using('gin', sql`(${table.word} || '') gin_trgm_ops`)
      .with(NO_PENDING_LIST),
    index('search_words_by_stem').using('gin', stemsOf(table.word)).with(NO_PENDING_LIST),
  ],
)

/** The icons of a stored archive: position of their bytes, and search terms. */
export const fileIcons = pgTable(
  'file_icons',
  {
    fileId: ofFile(),
    name: bytewise('name').notNull(),
    /** The name as its author wrote it; null where it says no more than `name`, and for rows from before it was stored. */
    label: text('label'),
    position: integer('position').notNull(),
    /** Offset and size of the compressed bytes in the archive; `size` is uncompressed. */
    offset: integer('offset').notNull(),
    packedSize: integer('packed_size').notNull(),
    size: integer('size').notNull(),
    isDeflated: boolean('is_deflated').notNull(),
    /** Further words that the icon is found by, from the manifest of its pack. */
    tags: text('tags').array().notNull().default([]),
    terms: terms('terms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.name] }),
    index('file_icons_by_terms').using('gin', table.terms),
  ],
)
