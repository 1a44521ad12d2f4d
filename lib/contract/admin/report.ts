import { z } from 'zod'
import { emailSchema } from '#lib/contract/account.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { authorSchema, idSchema, projectSchema } from '#lib/contract/project.ts'
import { answeredText, lineSchema, textSchema, upTo } from '#lib/contract/text.ts'
import { reasonSchema } from './role.ts'

/** Longest text of a report or an answer, in characters, and texts that are kept of a report. */
export const REPORT_TEXT_MAX = 4000
export const REPORT_MESSAGES_MAX = 40
/** Minutes in which a decision can be undone; a deletion waits for them. */
export const UNDO_MINUTES = 10
/** Reports of a page of the queue. */
export const REPORTS_PAGE = 30

export const REPORT_REASONS = [
  'infringement',
  'malware',
  'spam',
  'misleading',
  'broken',
  'other',
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

const shortText = upTo(lineSchema.trim(), 300)

/**
 * What a report says. A claim of infringement needs what the law asks for (17 U.S.C. § 512(c)(3), Regulation (EU) 2022/2065, article 16):
 * the work, who has the rights, an address, and the statement.
 */
export const REPORT_FIELDS = {
  infringement: ['work', 'rights_holder', 'email', 'statement'],
  malware: ['text'],
  spam: [],
  misleading: ['text'],
  broken: ['text'],
  other: ['text'],
} as const satisfies Record<ReportReason, readonly string[]>

/** About a project, or with `author` about an author. */
export const reportRequestSchema = z
  .object({
    kind: kindSchema.optional(),
    id: idSchema.optional(),
    author: authorSchema.shape.name.optional(),
    reason: z.enum(REPORT_REASONS),
    text: upTo(textSchema.trim(), REPORT_TEXT_MAX).default(''),
    /** What is infringed: title, address, registration. */
    work: shortText.default(''),
    rights_holder: shortText.default(''),
    /** For answers; that of the account without it. */
    email: z.union([z.literal(''), emailSchema]).default(''),
    /** That the claim is made in good faith and true, by the holder of the rights or on their behalf. */
    statement: z.boolean().default(false),
  })
  .check(({ value, issues }) => {
    const isProject = value.kind !== undefined && value.id !== undefined
    if (isProject === (value.author !== undefined)) issues.push(missing('id', value))
    for (const field of REPORT_FIELDS[value.reason]) {
      if (value[field] === '' || value[field] === false) issues.push(missing(field, value))
    }
  })
export type ReportRequest = z.infer<typeof reportRequestSchema>

const missing = (field: string, input: unknown) => ({
  code: 'custom' as const,
  path: [field],
  message: 'required',
  input,
})

/** The secret of a report's page: 256 random bits. It is shown once, and stored as its hash. */
export const reportCodeSchema = z.string().regex(/^[\w-]{43}$/)

/** `number` names the report, `path` leads to the page where its sender follows it. */
export const reportReceiptSchema = z.object({ number: z.number().int(), path: z.string() })

/** `asked`: its author or its sender is to answer. `deleted`: in `UNDO_MINUTES`, until then the project is hidden. */
export const REPORT_STATES = ['open', 'asked', 'dismissed', 'hidden', 'deleted'] as const
export type ReportState = (typeof REPORT_STATES)[number]
/** States in which a moderator has something to do. */
export const OPEN_STATES = ['open', 'asked'] as const satisfies ReportState[]

export const REPORT_PARTIES = ['reporter', 'author', 'moderator'] as const
export type ReportParty = (typeof REPORT_PARTIES)[number]

export const reportMessageSchema = z.object({
  at: z.iso.datetime(),
  from: z.enum(REPORT_PARTIES),
  text: answeredText,
})
export type ReportMessage = z.infer<typeof reportMessageSchema>

/** What sender and author see of a report. The author does not learn who sent it. */
export const reportViewSchema = z.object({
  number: z.number().int(),
  /** Null for a report about an author. */
  kind: kindSchema.nullable(),
  id: z.string().nullable(),
  title: z.string(),
  author: z.string(),
  reason: z.enum(REPORT_REASONS),
  state: z.enum(REPORT_STATES),
  created_at: z.iso.datetime(),
  /** The reason of the decision, from a list, and in words. */
  decision: z.object({ reason: z.string(), text: answeredText }).nullable(),
  /** Texts of the reader and those for the reader, oldest first. */
  messages: z.array(reportMessageSchema),
  /** Whether the reader is asked. */
  is_asked: z.boolean(),
})
export type ReportView = z.infer<typeof reportViewSchema>

export const reportStatusRequestSchema = z.object({ code: reportCodeSchema })
const answerText = upTo(textSchema.trim().min(1), REPORT_TEXT_MAX)
export const answerByCodeRequestSchema = z.object({ code: reportCodeSchema, text: answerText })

export const reportNumberSchema = z.object({
  number: z.coerce.number().int().min(1).max(2_147_483_647),
})
export const answerReportRequestSchema = z.object({ text: answerText })
/** Reports that the account was asked about, those without an answer first. */
export const ownReportsSchema = z.object({ items: z.array(reportViewSchema) })

export const reportsQuerySchema = z.object({
  state: z.enum(['waiting', 'decided']).default('waiting'),
  /** The number of a report: only those after it, in the order of the page. */
  after: reportNumberSchema.shape.number.optional(),
})

export const reportSummarySchema = reportViewSchema
  .pick({
    number: true,
    kind: true,
    id: true,
    title: true,
    author: true,
    reason: true,
    state: true,
    created_at: true,
  }) // prettier-ignore
  .extend({
    /** Whether its sender or author has answered since it was last looked at. */
    is_answered: z.boolean(),
    /** Further reports about the same project or author that wait. */
    others: z.number().int(),
  })
export type ReportSummary = z.infer<typeof reportSummarySchema>
/** Those that wait, oldest first, or decided ones, the newest decision first. */
export const reportsSchema = z.object({
  items: z.array(reportSummarySchema),
  next: z.number().int().nullable(),
})

/** Of a report about the reader, texts and sender are empty, as for every author. */
export const moderatedReportSchema = reportSummarySchema.extend({
  /** Whether it is about the reader, who may not decide about it. */
  is_own: z.boolean(),
  /** Increases with each change; a decision names the one that it is about. */
  revision: z.number().int(),
  text: answeredText,
  work: z.string(),
  rights_holder: z.string(),
  /** Empty without one. */
  email: z.string(),
  /** User name of who sent it; null without an account. */
  reporter: z.string().nullable(),
  messages: z.array(reportMessageSchema.extend({ by: z.string(), to: z.enum(REPORT_PARTIES) })),
  decided: z
    .object({
      by: z.string(),
      at: z.iso.datetime(),
      reason: z.string(),
      text: answeredText,
      /** Null once it is too late. */
      undo_until: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** As visitors see it, also while it is hidden; null once it is deleted. */
  project: projectSchema.nullable(),
  is_hidden: z.boolean(),
  /** Null once the account is deleted. */
  history: z
    .object({
      since: z.iso.datetime().nullable(),
      projects: z.number().int(),
      hidden: z.number().int(),
      /** Reports about the author, and how many of them were not dismissed. */
      reports: z.number().int(),
      upheld: z.number().int(),
    })
    .nullable(),
})
export type ModeratedReport = z.infer<typeof moderatedReportSchema>

export const REPORT_ACTIONS = ['dismiss', 'ask_author', 'ask_reporter', 'hide', 'delete'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

/** Why a moderator decides; the author reads it in the language of the account. */
export const DECISION_REASONS = [
  'infringement',
  'malware',
  'spam',
  'misleading',
  'broken',
  'rules',
  'unfounded',
  'other',
] as const
export type DecisionReason = (typeof DECISION_REASONS)[number]

export const decideReportRequestSchema = z.object({
  revision: z.coerce.number().int().min(0),
  action: z.enum(REPORT_ACTIONS),
  reason: z.enum(DECISION_REASONS),
  /** Also what is asked; required then. */
  text: z.union([z.literal(''), reasonSchema]).default(''),
})
export type DecideReport = z.infer<typeof decideReportRequestSchema>
export const undoReportRequestSchema = decideReportRequestSchema.pick({ revision: true })
