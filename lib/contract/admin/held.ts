import { z } from 'zod'
import { REASON_MAX } from '#lib/contract/admin/role.ts'
import { kindSchema } from '#lib/contract/kind-schema.ts'
import { heldEntrySchema } from '#lib/contract/operator.ts'
import { idSchema, projectSchema } from '#lib/contract/project.ts'
import { textSchema, upTo } from '#lib/contract/text.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/** Publications of an answer: what is decided makes room for the next ones. */
export const HELD_SHOWN = 50

/** `GET /admin/held`: publications that wait for a moderator, the oldest first. */
export const heldPublicationsSchema = z.object({
  total: z.number().int(),
  items: z
    .array(
      heldEntrySchema.extend({
        ...projectSchema.pick({ tagline: true, description: true, language: true }).shape,
        /** Of the moderator who asks: another one decides. */
        is_own: z.boolean(),
      }),
    )
    .max(HELD_SHOWN),
})
export type HeldPublication = z.infer<typeof heldPublicationsSchema>['items'][number]

export const HELD_ACTIONS = ['release', 'refuse'] as const

/** `POST /admin/held`: shows a publication, or keeps it hidden; a version that is refused is deleted. The author gets the reason. */
export const decideHeldRequestSchema = z.object({
  action: z.enum(HELD_ACTIONS),
  kind: kindSchema,
  id: idSchema,
  /** The version that waits; without it, the project. */
  version: versionSchema.optional(),
  reason: upTo(textSchema.trim().min(1), REASON_MAX),
})
export type DecideHeld = z.infer<typeof decideHeldRequestSchema>
