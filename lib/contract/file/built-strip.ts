import { z } from 'zod'
import { idSchema } from '#lib/contract/project.ts'
import { lineSchema } from '#lib/contract/text.ts'
import { packIconSchema } from '#lib/contract/search.ts'
import { BUILT_KEYS_MAX } from './built-keys.ts'

/** UTF-16 units of a label. */
export const LABEL_MAX = 40

/** `POST /strip`: icons of published packs, in the order of the strip, and the file that they become. */
export const builtStripRequestSchema = z.object({
  format: z.enum(['flexpage', 'iconpack']),
  title: lineSchema.min(1).max(100),
  keys: z
    .array(
      z.object({
        pack: idSchema,
        icon: packIconSchema.shape.name,
        label: lineSchema.max(LABEL_MAX).default(''),
      }),
    )
    .min(1)
    .max(BUILT_KEYS_MAX),
})
export type BuiltStripRequest = z.infer<typeof builtStripRequestSchema>
