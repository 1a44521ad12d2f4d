import { z } from 'zod'
import { PACK_ICONS_MAX } from '#lib/contract/file/container.ts'
import { packExportFormSchema } from '#lib/contract/file/pack-export.ts'

/* Input of the worker task `export-pack`; both sides parse it. */

export const exportInputSchema = z.object({
  form: packExportFormSchema,
  /** The concatenated drawings, a local file. */
  drawings: z.object({ path: z.string(), size: z.number().int().nonnegative() }),
  /** In the order of the pack. `place` is where its drawing is; `null` without one. */
  icons: z
    .array(
      z.object({
        name: z.string(),
        label: z.string().nullable(),
        tags: z.array(z.string()),
        place: z
          .object({ offset: z.number().int().nonnegative(), size: z.number().int().positive() })
          .nullable(),
      }),
    )
    .max(PACK_ICONS_MAX),
  pack: z.object({
    id: z.string(),
    title: z.string(),
    version: z.string(),
    author: z.string(),
    /** Address of its page. */
    url: z.string(),
    /** Identifier; empty without one. */
    license: z.string(),
  }),
  /** The text of the licence, that of the pack or the usual one; `null` without one. */
  license: z.string().nullable(),
  /** Licence and credits, as text. */
  credits: z.string(),
  /** Path that the file is written to. */
  output: z.string(),
})
export type ExportInput = z.infer<typeof exportInputSchema>
