import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestampMs } from './columns.ts'
import { ofProject } from './schema.ts'

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
