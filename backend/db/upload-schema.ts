import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Purpose } from '#lib/contract/publish.ts'
import { ofAccount } from './account-schema.ts'
import { timestampMs } from './columns.ts'

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Uploads that can be continued (services/upload/unfinished.ts). */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    uid: ofAccount(),
    /** Who may use it, as `files.uploaded_for`. */
    uploadedFor: text('uploaded_for').notNull(),
    purpose: text('purpose').$type<Purpose>().notNull(),
    name: text('name').notNull(),
    crop: text('crop'),
    /** The SHA-256 that its client has declared. */
    sha256: text('sha256'),
    /** The declared length, and how many bytes of it have arrived. */
    size: bytes('size'),
    received: bytes('received'),
    createdAt: timestampMs('created_at').notNull(),
    expiresAt: timestampMs('expires_at').notNull(),
    /** While it is made a file: until when no other caller may. */
    finishingUntil: timestampMs('finishing_until'),
    /** The stored file, or why it was refused; then it has no parts. */
    outcome: jsonb('outcome'),
  },
  (table) => [
    index('uploads_by_account').on(table.uid),
    index('uploads_by_end').on(table.expiresAt),
  ],
)

/** The bytes of an upload, as objects in the order of `start`. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    start: bytes('start'),
    size: integer('size').notNull(),
    /** Storage key. */
    key: text('key').notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.start] })],
)
