import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type {
  DecisionReason,
  ReportParty,
  ReportReason,
  ReportState,
} from '#lib/contract/admin/report.ts'
import type { Kind } from '#lib/contract/kind.ts'
import type { Locale } from '#lib/contract/locale.ts'
import { accounts } from './account-schema.ts'
import { indexIfSet, timestampMs } from './columns.ts'
import { authors } from './schema.ts'

/** Reports about projects and authors. They outlive both, without the name of a deleted account. */
export const reports = pgTable(
  'reports',
  {
    number: integer('number').primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the secret of its sender's page. */
    hash: text('hash').notNull().unique(),
    /** Of the project; null for a report about the author. Without a foreign key. */
    kind: text('kind').$type<Kind>(),
    projectId: text('project_id'),
    title: text('title').notNull(),
    authorUid: text('author_uid').references(() => authors.uid, { onDelete: 'set null' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    work: text('work').notNull().default(''),
    rightsHolder: text('rights_holder').notNull().default(''),
    /** Forgotten a year after the decision (services/hidden/report-addresses.ts). */
    email: text('email').notNull().default(''),
    reporterUid: text('reporter_uid').references(() => accounts.uid, { onDelete: 'set null' }),
    locale: text('locale').$type<Locale>().notNull(),
    state: text('state').$type<ReportState>().notNull().default('open'),
    /** Who is asked, in the state `asked`. */
    asked: text('asked').$type<ReportParty>(),
    /** Whether there is an answer that no moderator has acted upon. */
    isAnswered: boolean('is_answered').notNull().default(false),
    revision: integer('revision').notNull().default(0),
    createdAt: timestampMs('created_at').notNull(),
    decidedAt: timestampMs('decided_at'),
    /** Name of the moderator. */
    decidedBy: text('decided_by').notNull().default(''),
    decidedByUid: text('decided_by_uid'),
    decision: text('decision').$type<DecisionReason>(),
    decisionText: text('decision_text').notNull().default(''),
    /** Whether the decision hid the project, so that undoing it shows it again. */
    hasHidden: boolean('has_hidden').notNull().default(false),
  },
  (table) => [
    index('reports_by_state').on(table.state, table.number),
    index('reports_by_author').on(table.authorUid),
    indexIfSet('reports_by_project', table.projectId),
    indexIfSet('reports_by_reporter', table.reporterUid),
  ],
)

/** What was asked and answered about a report. */
export const reportMessages = pgTable(
  'report_messages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    number: integer('number')
      .notNull()
      .references(() => reports.number, { onDelete: 'cascade' }),
    at: timestampMs('at').notNull(),
    from: text('from').$type<ReportParty>().notNull(),
    to: text('to').$type<ReportParty>().notNull(),
    /** Name of the moderator. */
    by: text('by').notNull().default(''),
    text: text('text').notNull(),
  },
  (table) => [index('report_messages_by_report').on(table.number, table.id)],
)
