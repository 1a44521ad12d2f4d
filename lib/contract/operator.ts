import { z } from 'zod'
import { kindSchema } from './kind.ts'
import { idSchema } from './project.ts'
import { lineSchema, textSchema } from './text.ts'

/*
 * What the operator's commands ask of the embedded backend. No part of the contract that the web app
 * forwards: these calls are open to whoever knows `INTERNAL_SECRET`, on the backend's own port.
 */

export const OPERATOR_ACTIONS = ['hide', 'restore', 'delete'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

export const operatorRequestSchema = z.object({
  action: z.enum(OPERATOR_ACTIONS),
  kind: kindSchema,
  id: idSchema,
  reason: textSchema.trim().min(1).max(2000),
  by: lineSchema.trim().min(1).max(200),
})

/** The project as it was when something was done to it. */
export const auditEntrySchema = z.object({
  at: z.iso.datetime(),
  action: z.enum(OPERATOR_ACTIONS),
  kind: kindSchema,
  id: z.string(),
  title: z.string(),
  author: z.string(),
  reason: z.string(),
  by: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>
export const auditSchema = z.object({ items: z.array(auditEntrySchema) })

/** What a sweep of stored objects found that no row of the database names, and how many it moved. */
export const sweptSchema = z.object({
  total: z.number(),
  unknown: z.number(),
  moved: z.number(),
})

/** How many demo projects a call removed, and how many there still are. */
export const clearedSchema = z.object({ removed: z.number(), left: z.number() })
export type Cleared = z.infer<typeof clearedSchema>

/** What changed, for `/api/fresh` of the web app: a project, any project of a kind, or anything. */
export const freshRequestSchema = z.union([
  z.object({
    kind: kindSchema,
    id: idSchema,
    author: z.string().optional(),
    is_new: z.boolean().optional(),
  }),
  z.object({ kind: kindSchema, id: z.undefined().optional() }),
  z.object({ everything: z.literal(true) }),
])
export type FreshRequest = z.infer<typeof freshRequestSchema>
