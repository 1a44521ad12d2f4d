import { z } from 'zod'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { answeredText, lineSchema } from '#lib/contract/text.ts'
import { networkSchema } from './network.ts'
import { reasonSchema } from './role.ts'

/** Projects that a preview names. */
export const BULK_SAMPLE = 20
/** Actions that are listed. */
export const BULK_LISTED = 30

export const BULK_ACTIONS = ['hide', 'restore'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

const part = lineSchema.trim().max(200).optional()

/** Which projects: those to which every part applies. */
export const bulkFilterSchema = z.object({
  kind: kindSchema.optional(),
  /** User name. */
  author: part,
  /** Published at this time or later, and before this one. */
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  /** A part of title, tagline or description. */
  text: part,
  /** A part of an address in the description, such as a host. */
  link: part,
  /** Published or changed from this network within `NETWORK_DAYS`. */
  network: networkSchema.optional(),
})
export type BulkFilter = z.infer<typeof bulkFilterSchema>

/** A filter as it is kept: without the network, which is forgotten in time. */
export const keptFilterSchema = bulkFilterSchema.omit({ network: true }).extend({
  by_network: z.boolean().optional(),
})
export type KeptFilter = z.infer<typeof keptFilterSchema>

export const bulkPreviewQuerySchema = bulkFilterSchema.extend({ action: z.enum(BULK_ACTIONS) })

export const bulkPreviewSchema = z.object({
  projects: z.number().int(),
  accounts: z.number().int(),
  /** Whether these are all projects of the site: their number is to be typed. */
  is_everything: z.boolean(),
  sample: z.array(
    z.object({ kind: kindSchema, id: z.string(), title: z.string(), author: z.string() }),
  ),
})
export type BulkPreview = z.infer<typeof bulkPreviewSchema>

export const startBulkRequestSchema = bulkPreviewQuerySchema.extend({
  reason: reasonSchema,
  /** The number of projects, where they are all of the site. */
  confirm: z.coerce.number().int().optional(),
})

/** `undone`: what it changed is as before, also while that is under way (`done` counts it). */
export const BULK_STATES = ['running', 'done', 'undone'] as const
export const bulkSchema = z.object({
  id: z.string(),
  action: z.enum(BULK_ACTIONS),
  state: z.enum(BULK_STATES),
  filter: keptFilterSchema,
  reason: answeredText,
  by: z.string(),
  at: z.iso.datetime(),
  total: z.number().int(),
  done: z.number().int(),
})
export type Bulk = z.infer<typeof bulkSchema>
export const bulkListSchema = z.object({ items: z.array(bulkSchema) })
export const bulkParamsSchema = z.object({ id: z.string().min(1).max(64) })
