import { z } from 'zod'
import { PACK_ICONS_MAX, colourSchema } from '#lib/contract/file/container.ts'

/* Input and output of the worker task `recolour-archive`; both sides parse them. */

const localFileSchema = z.object({ path: z.string(), size: z.number().int().nonnegative() })

export const recolourInputSchema = z.object({
  archive: localFileSchema,
  /** The name of the pack where its archive has no manifest. */
  title: z.string(),
  drawings: localFileSchema,
  /** Where the drawing of each icon is among the drawings. */
  icons: z
    .array(
      z.object({
        name: z.string(),
        offset: z.number().int().nonnegative(),
        size: z.number().int().positive(),
      }),
    )
    .max(PACK_ICONS_MAX),
  colour: colourSchema,
  /** Licence and credits as text, for an archive without a licence file. */
  license: z.string(),
  /** Path that the archive is written to. */
  output: z.string(),
})
export type RecolourInput = z.infer<typeof recolourInputSchema>

/** The names of icons that are pictures of pixels: then no archive is written. */
export const recolourOutputSchema = z.object({ raster: z.array(z.string()).max(PACK_ICONS_MAX) })
export type RecolourOutput = z.infer<typeof recolourOutputSchema>
