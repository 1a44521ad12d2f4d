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

/** How a pack of one colour is had in another. */
export const recolouringSchema = z.object({
  url: sitePathSchema.describe('Address of the file in a colour, with `rrggbb` in its place.'),
  form_url: sitePathSchema.describe('Address that takes the colour as `colour=#rrggbb`.'),
  refused: z
    .enum(['no_derivatives', 'unknown_license'])
    .nullable()
    .catch('unknown_license')
    .describe('Why the licence keeps the file from being changed.'),
})
export type Recolouring = z.infer<typeof recolouringSchema>
