import { z } from 'zod'

/* What the backend and its worker processes say to each other about pictures; both sides parse it. */

const bytes = z.instanceof(Uint8Array)
const size = z.number().int().positive()

export const acceptInputSchema = z.object({
  bytes,
  crop: z
    .object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
    .optional(),
  /** Smaller forms that are wanted at once. */
  widths: z.array(size).max(8),
})
export type AcceptInput = z.input<typeof acceptInputSchema>

const derivedSchema = z.object({ width: size, bytes })
export type Derived = z.infer<typeof derivedSchema>

/** `null`: not a picture that is taken. */
export const acceptOutputSchema = z
  .object({
    bytes,
    width: size,
    height: size,
    placeholder: z.string().nullable(),
    derived: z.array(derivedSchema).max(8),
  })
  .nullable()
export type AcceptedPicture = NonNullable<z.infer<typeof acceptOutputSchema>>

export const scaleInputSchema = z.object({ bytes, width: size })
export type ScaleInput = z.input<typeof scaleInputSchema>
export const scaleOutputSchema = bytes
