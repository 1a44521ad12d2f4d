import { z } from 'zod'
import { idSchema, projectFileSchema, sitePathSchema } from '#lib/contract/project.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'
import { colourSchema } from './container.ts'

/** Colours of one version that are stored; the least recently used are removed. */
export const VARIANTS_MAX = 12

/** As people write a colour: `FF8800`, `#f80`. */
const typedColourSchema = z.string().regex(/^#?(?:[0-9A-Fa-f]{3}){1,2}$/)
function toHex(typed: string): string {
  const digits = typed.replace('#', '').toLowerCase()
  return digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
}

/** A colour in an address, read as `rrggbb` in lower case. */
export const hexSchema = typedColourSchema
  .overwrite(toHex)
  .describe('The colour `rrggbb`; upper case, `rgb` and a `#` in front are read as well.')

const queryColourSchema = typedColourSchema.overwrite((typed) => `#${toHex(typed)}`)
/** The query of a form: a colour of its own stands in another field, which counts with `own`; without a colour it is the original file. */
export const chosenColourSchema = z.object({
  colour: z.union([queryColourSchema, z.literal('own')]).optional(),
  own: queryColourSchema.optional(),
})

/** `GET /file/{id}/variants/{colour}`: a pack in another colour. */
export const colourVariantSchema = projectFileSchema
  .pick({ name: true, size: true, sha256: true, url: true })
  .extend({ file_id: idSchema, version: versionSchema, colour: colourSchema })

/** How a pack is had in other colours, or why it is not. */
export const recolouringSchema = z.object({
  url: sitePathSchema.describe('Address of the file in a colour, with `rrggbb` in its place.'),
  form_url: sitePathSchema.describe('Address that takes the colour as `colour=#rrggbb`.'),
  refused: z
    .enum(['no_derivatives', 'unknown_license', 'colours'])
    .nullable()
    .catch('unknown_license')
    .describe(
      'Why it is not had in other colours: its licence forbids changes, or is not known to permit them; its icons have several colours, are pictures of pixels, or lack a part. The first two keep its icons from strips too.',
    ),
})
export type Recolouring = z.infer<typeof recolouringSchema>
