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
  real,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { DrawingLoss, DrawingRefusal, DrawingTone } from '#lib/contract/file/contents.ts'
import type { ListedEntries } from '#lib/contract/file/file-format.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { bytewise, textList, timestampMs } from './columns.ts'
import { ofFile } from './schema.ts'
import type { StoredSheet } from './stored-parts.ts'

/** The sanitised drawings of icons, or the reason why they were refused. */
export const fileDrawings = pgTable(
  'file_drawings',
  {
    fileId: ofFile(),
    name: bytewise('name').notNull(),
    /** Position in the object `files.drawings_key`, in bytes; null if refused. */
    offset: integer('offset'),
    size: integer('size'),
    refused: text('refused').$type<DrawingRefusal>(),
    /** The background on which it is visible; null for drawings from before tones were stored. */
    tone: text('tone').$type<DrawingTone>(),
    /** What it lacks in comparison with its source. */
    simplified: textList('simplified').$type<DrawingLoss[]>(),
    /** Whether it is a picture of pixels; null for drawings from before this was stored. */
    raster: boolean('raster'),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.name] })],
)

/** Position of a sanitised drawing in the object, or why it is refused. */
export type DrawingRow = Pick<
  typeof fileDrawings.$inferSelect,
  'name' | 'offset' | 'size' | 'refused' | 'tone' | 'simplified' | 'raster'
>

/** What unfinished jobs have made of the drawings of a file, in parts (services/drawing/made.ts). */
export const drawingParts = pgTable(
  'drawing_parts',
  {
    fileId: ofFile(),
    /** Where it begins and ends: the drawings are counted in the order of the archive, then the sheets. */
    first: integer('first').notNull(),
    until: integer('until').notNull(),
    /** Storage key of the drawings and sheets, and their size in bytes; null if all are refused. */
    key: text('key'),
    size: integer('size').notNull(),
    /** Processor time that it took, in milliseconds. */
    cpuMs: integer('cpu_ms').notNull(),
    /** The version of the sanitiser that made it. */
    version: integer('version').notNull().default(0),
    /** With their positions in the object that all parts are joined to. */
    rows: jsonb('rows')
      .$type<(Omit<DrawingRow, 'simplified' | 'raster'> & Partial<DrawingRow>)[]>()
      .notNull(),
    sheets: jsonb('sheets').$type<StoredSheet[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.first] }),
    index('drawing_parts_by_key').on(table.key),
  ],
)

/** The touch strip pages of a profile or flexible page, from its manifest. */
export const filePages = pgTable('file_pages', {
  fileId: ofFile().primaryKey(),
  pages: jsonb('pages').notNull(),
})

/** What a file needs by its manifest (`requires` of docs/formats.md). That of a plugin is in `projects.manifest`. */
export const fileNeeds = pgTable(
  'file_needs',
  {
    fileId: ofFile(),
    /** Position in the manifest. */
    place: integer('place').notNull(),
    kind: text('kind').$type<Kind>().notNull(),
    /** Id of a project, or of a plugin in its manifest. */
    named: bytewise('named').notNull(),
    /** The lowest version that is enough; empty for any. */
    minimum: text('minimum').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.place] }),
    // What needs a project.
    index('file_needs_by_named').on(table.named),
  ],
)

/** Durable background jobs (services/job/queue.ts). */
export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    /** The kind of job. */
    name: text('name').notNull(),
    /** What the job processes; a job is queued once per subject. */
    subject: text('subject').notNull(),
    /** Lower values run first. */
    priority: integer('priority').notNull(),
    attempts: integer('attempts').notNull().default(0),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** Earliest start. */
    dueAt: timestampMs('due_at').notNull(),
    /** The worker that holds the lease, and the end of the lease. */
    worker: text('worker'),
    leasedUntil: timestampMs('leased_until'),
    /** Who takes turns for it (services/job/payers.ts); null in rows of the release before. */
    payer: text('share'),
    /** Processor time of the turns that it has had, in milliseconds. */
    spentMs: integer('spent_ms').notNull().default(0),
    /** Why its last attempt failed, for administrators; null if it did not. */
    failure: text('failure'),
  },
  (table) => [
    uniqueIndex('jobs_by_subject').on(table.name, table.subject),
    index('jobs_by_turn').on(table.priority, table.dueAt, table.id),
  ],
)

/** Jobs that failed at their last attempt, for administrators; deleted after `FAILED_JOB_DAYS`. */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    subject: text('subject').notNull(),
    priority: integer('priority').notNull(),
    payer: text('share'),
    attempts: integer('attempts').notNull(),
    failure: text('failure').notNull(),
    /** When it was given up. */
    at: timestampMs('at').notNull(),
  },
  (table) => [
    uniqueIndex('failed_jobs_by_subject').on(table.name, table.subject),
    index('failed_jobs_by_time').on(table.at),
  ],
)

/** What accounts, or networks of new accounts, have had of the job queue (services/job/payers.ts). */
export const jobPayers = pgTable(
  'job_shares',
  {
    payer: text('share').primaryKey(),
    /** Its last turn; in microseconds, since turns are ordered by it. */
    turnAt: timestamp('turn_at', { withTimezone: true }).notNull(),
    /** Processor time that is not refilled yet, in milliseconds, as of a time. */
    debtMs: doublePrecision('debt_ms').notNull().default(0),
    debtAt: timestampMs('debt_at').notNull(),
    /** Processor time of each of its last drawings, the newest first, their number, and the mean; in milliseconds. */
    recentMs: real('recent_ms')
      .array()
      .notNull()
      .default(sql`'{}'`),
    recentCount: integer('recent_count').notNull().default(0),
    meanMs: doublePrecision('mean_ms').notNull().default(0),
  },
  (table) => [index('job_shares_by_turn').on(table.turnAt)],
)

/** What few requests need of project files: apart from their rows, since these are read for each download. */
export const fileDetails = pgTable('file_details', {
  fileId: ofFile().primaryKey(),
  /** The text of the licence file in it. */
  licenseText: text('license_text'),
  /** The first entries of an archive that are not shown, and their number. */
  entries: jsonb('entries').$type<ListedEntries>(),
})

/** Cached pictures in other widths; a deleted one is created again on request. */
export const derivedPictures = pgTable(
  'derived_pictures',
  {
    fileId: ofFile(),
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

/** Stored files in another colour or form; a deleted one is made again on request (services/recolour/kept.ts). */
export const colourVariants = pgTable(
  'colour_variants',
  {
    fileId: ofFile(),
    /** `rrggbb`, lower case; or the form of an export and the version of the sanitiser, such as `png-72.3`. */
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

/** What changed between the contents of two files, by their SHA-256 (services/compare/job.ts). */
export const comparisons = pgTable(
  'comparisons',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    beforeSha256: text('before_sha256').notNull(),
    afterSha256: text('after_sha256').notNull(),
    change: jsonb('change').notNull(),
    createdAt: timestampMs('created_at').notNull(),
  },
  (table) => [uniqueIndex('comparisons_by_files').on(table.beforeSha256, table.afterSha256)],
)
