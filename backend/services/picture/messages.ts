import { z } from 'zod'

/* Input and output of the worker tasks for pictures; both sides parse them. */

const bytes = z.instanceof(Uint8Array)
const size = z.number().int().positive()

export const acceptInputSchema = z.object({
  bytes,
  crop: z
    .object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() })
    .optional(),
  /** Smaller widths to produce. */
  widths: z.array(size).max(8),
})
export type AcceptInput = z.input<typeof acceptInputSchema>

/**
 * A picture of a pack of icons: any that is accepted, or an icon, which is drawn on a cover. A picture of a repository: any that is
 * accepted, or an SVG, which stays a drawing.
 */
export const foundPictureInputSchema = z.object({ bytes })

const derivedSchema = z.object({ width: size, bytes })
export type Derived = z.infer<typeof derivedSchema>

/** A picture as it is stored, smaller ones, and the WebP that moves if it does. */
export const acceptedPictureSchema = z.object({
  bytes,
  width: size,
  height: size,
  placeholder: z.string().nullable(),
  derived: z.array(derivedSchema).max(8),
  animation: bytes.nullable(),
  /** Whether `bytes` are a sanitised SVG, and no WebP. */
  isDrawing: z.boolean().optional(),
})
export type AcceptedPicture = z.infer<typeof acceptedPictureSchema>
/** Why a picture is refused: it is no picture of a supported format, has too many pixels, is damaged, or is an animation above the limits. */
export const PICTURE_REFUSALS = [
  'bad_image',
  'large_image',
  'broken_image',
  'long_animation',
] as const
export type PictureRefusal = (typeof PICTURE_REFUSALS)[number]

export const acceptOutputSchema = z.union([
  acceptedPictureSchema,
  z.object({ refused: z.enum(PICTURE_REFUSALS) }),
])
export type AcceptOutput = z.infer<typeof acceptOutputSchema>

export const scaleInputSchema = z.object({ bytes, width: size })
export type ScaleInput = z.input<typeof scaleInputSchema>
export const scaleOutputSchema = bytes
