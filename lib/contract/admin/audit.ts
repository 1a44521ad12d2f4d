import { z } from 'zod'
import { AUDIT_ACTIONS, auditEntrySchema } from '#lib/contract/operator.ts'
import { lineSchema } from '#lib/contract/text.ts'

/** Entries of a page of the audit log. */
export const AUDIT_PAGE = 50

/** What an action has changed, by name of the field. */
export const auditValuesSchema = z.record(
  z.string().max(60),
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
)
export type AuditValues = z.infer<typeof auditValuesSchema>

/** An entry about a project, or with `kind` and `id` null about the account `author`, or the site. */
export const auditItemSchema = auditEntrySchema.extend({
  /** Number of the entry; entries are never changed. */
  n: z.number().int(),
  kind: auditEntrySchema.shape.kind.nullable(),
  id: z.string().nullable(),
  /** Whether `by` is an account; otherwise the user of the machine where the command was run, or the site itself if empty. */
  by_account: z.boolean(),
  before: auditValuesSchema.nullable(),
  after: auditValuesSchema.nullable(),
})
export type AuditItem = z.infer<typeof auditItemSchema>

const filter = {
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Who did it; exact. */
  by: lineSchema.trim().max(200).optional(),
  /** A part of title or author, or the id of a project. */
  q: lineSchema.trim().max(200).optional(),
}

export const auditFilterSchema = z.object(filter)
export type AuditFilter = z.infer<typeof auditFilterSchema>

export const auditQuerySchema = z.object({
  ...filter,
  /** The number of an entry: only older ones. */
  after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})

/** Newest first; `next` is `after` of the next page. */
export const auditPageSchema = z.object({
  items: z.array(auditItemSchema),
  next: z.number().int().nullable(),
})
