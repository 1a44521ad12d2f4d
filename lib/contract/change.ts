import { z } from 'zod'
import { kindSchema } from './kind.ts'
import { authorSchema, idSchema } from './project.ts'

/** So many changes are answered at once. */
export const CHANGES_MAX = 1000

/**
 * `GET /index/changes`: what changed behind a position, for the web processes, which know the shared
 * secret (`x-internal-secret`). Without `after` only the present position is asked for.
 */
export const changesQuerySchema = z.object({
  after: z.coerce.number().int().min(0).optional(),
})
export const changesSchema = z.object({
  /** Of the last change among these, or the present one where nothing was asked for. */
  position: z.number().int().min(0),
  /** The history is not the one that `after` was of, a restored backup for one: anything may have changed. */
  is_reset: z.boolean().default(false),
  /** In the order in which they became visible; every change stands here for an hour at least. */
  items: z
    .array(
      z.object({
        kind: kindSchema,
        id: idSchema,
        author: authorSchema.shape.name,
        /** Nobody can have seen it before. */
        is_new: z.boolean(),
      }),
    )
    .max(CHANGES_MAX),
})
export type Change = z.infer<typeof changesSchema>['items'][number]
