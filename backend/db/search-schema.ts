import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Kind } from '#lib/contract/kind.ts'
import type { Project } from '#lib/contract/project.ts'
import { bytewise, files, moment, projects } from './schema.ts'

/**
 * For GIN indexes: new entries go into the index at once. The default is a pending list, which every
 * look-up reads from its beginning to its end until a vacuum empties it, and the embedded database
 * has no autovacuum (measured: 2.5 ms instead of 0.01 ms for each look-up in the demo catalogue).
 */
const AT_ONCE = { fastupdate: false }

/** The terms that a thing is found by; see services/search/document.ts. */
const terms = customType<{ data: string }>({ dataType: () => 'tsvector' })

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
