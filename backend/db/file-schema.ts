import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ListedEntries } from '#lib/contract/file/file-format.ts'
import { files, timestampMs } from './schema.ts'

/** What few requests need of project files: apart from their rows, since these are read for each download. */
export const fileDetails = pgTable('file_details', {
  fileId: text('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
  /** The text of the licence file in it. */
  licenseText: text('license_text'),
  /** Of an archive whose contents are not shown: its first entries, and their number. */
  entries: jsonb('entries').$type<ListedEntries>(),
})

/** Cached pictures in other widths; a deleted one is created again on request. */
export const derivedPictures = pgTable(
  'derived_pictures',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** In pixels. */
    width: integer('width').notNull(),
    /** Storage key. */
    key: text('key').notNull().unique(),
    /** In bytes. */
    size: integer('size').notNull(),
    /** Last request, with a precision of an hour. */
    lastUsedAt: timestampMs('last_used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.width] })],
)

/** Stored files in another colour; a deleted one is made again on request (services/recolour/variants.ts). */
export const colourVariants = pgTable(
  'colour_variants',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** `rrggbb`, lower case. */
    colour: text('colour').notNull(),
    /** Storage key. */
    key: text('key').notNull().unique(),
    /** In bytes. */
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Last request, with a precision of an hour. */
    lastUsedAt: timestampMs('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.colour] }),
    // Downloads by hash.
    index('colour_variants_by_sha256').on(table.sha256),
  ],
)
