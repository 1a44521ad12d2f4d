import { z } from 'zod'
import { kindSchema } from './kind-schema.ts'
import { authorSchema, idSchema } from './project.ts'

/** Changes per answer. */
export const CHANGES_MAX = 1000

/**
 * What a change of a project makes stale: `content` its own page, `card` also where it is one of several, `membership` also lists that it
 * enters, leaves or moves in; after a `removal` nothing that shows it may be shown again.
 */
export const CHANGE_EFFECTS = ['content', 'card', 'membership', 'removal'] as const
export type ChangeEffect = (typeof CHANGE_EFFECTS)[number]

/**
 * `GET /index/changes`: changes after a position, for web processes that know the shared secret
 * (`x-internal-secret`). Without `after` only the current position is returned.
 */
export const changesQuerySchema = z.object({
  after: z.coerce.number().int().min(0).optional(),
})
export const changesSchema = z.object({
  /** Position of the last change, or the current position without `after`. */
  position: z.number().int().min(0),
  /**
   * Names the database and its history: another value means that positions cannot be compared. Web processes share pages
   * through a cache only if it is there.
   */
  history: z.string().min(1).max(100).optional(),
  /** `after` is of another history, for example before a restored backup: anything may have changed. */
  is_reset: z.boolean().default(false),
  /** That of the settings of the site (admin/settings.ts): another one means that `GET /index/settings` has changed. */
  settings: z.number().int().optional(),
  /** In commit order; a change is kept for at least an hour. */
  items: z
    .array(
      z.object({
        kind: kindSchema,
        id: idSchema,
        author: authorSchema.shape.name,
        /** Whether it was published by this change. */
        is_new: z.boolean(),
        /** Optional; a change without it, or with one of a later release, is a removal. */
        effect: z.enum(CHANGE_EFFECTS).optional().catch(undefined),
      }),
    )
    .max(CHANGES_MAX),
})
export type Change = z.infer<typeof changesSchema>['items'][number]
