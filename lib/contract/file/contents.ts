import { z } from 'zod'
import { actionSchema, DEVICE } from './container.ts'
import { sitePathSchema } from '#lib/contract/project.ts'

/** Why a drawing is not shown. */
export const DRAWING_REFUSALS = [
  /** Not an SVG, or invalid. */
  'not_svg',
  /** It declares entities. */
  'entities',
  'too_many_elements',
  'too_deep',
  /** Rendering it or resolving its styles would be too expensive. */
  'too_complex',
  /** Sanitising it exceeded the limit of time or memory. */
  'too_slow',
  /** Its bytes in the archive are corrupt. */
  'unreadable',
  /** It embeds a bitmap. */
  'bitmap',
  /** A picture of pixels that is damaged, or has more than 1 048 576 of them. */
  'damaged_picture',
  'large_picture',
  /** One of the two, in rows from before they were two. */
  'bad_png',
] as const
export type DrawingRefusal = (typeof DRAWING_REFUSALS)[number]

/** What a shown drawing lacks in comparison with its source in a browser, at rest. Sorted by name. */
export const DRAWING_LOSSES = [
  /** Its motion: the drawing is shown as it is without animations. */
  'animation',
  /** The effect of a property, value or at-rule of CSS that is not supported. */
  'css',
  /** Text of an entity that is external, unknown or too long. */
  'entity',
  /** A number that would make rendering too expensive, such as a huge blur. */
  'expensive',
  /** What it loads from another file or address. */
  'external',
  /** A filter effect. */
  'filter',
  /** An embedded font. */
  'font',
  /** Embedded HTML or other foreign markup. */
  'foreign',
  /** An embedded picture of another type than PNG, JPEG, WebP and GIF, or one that is damaged or too large. */
  'image',
  /** A rule of CSS whose selector is not supported. */
  'selector',
  /** A variant for dark mode or another setting of the viewer. */
  'theme',
] as const
export type DrawingLoss = (typeof DRAWING_LOSSES)[number]

/**
 * Which background makes a drawing visible. `mono`: one shade of grey on transparency; drawn in the text
 * colour. The others keep their colours: `any` background works, `dark` drawings need a light one, `light`
 * ones a dark one, `mixed` ones a medium one.
 */
export const DRAWING_TONES = ['mono', 'any', 'dark', 'light', 'mixed'] as const
export type DrawingTone = (typeof DRAWING_TONES)[number]

/** A key on the strip; `icon` is the address of its drawing. */
const stripKeySchema = z.object({
  /** Left edge and width on the strip, in pixels. */
  x: z.number().int().min(0).max(DEVICE.width),
  width: z.number().int().min(1).max(DEVICE.width),
  icon: sitePathSchema.nullable(),
  label: z.string().max(40),
  background: z.string().regex(/^#[0-9a-f]{6}$/),
  foreground: z.string().regex(/^#[0-9a-f]{6}$/),
  action: actionSchema,
})
export type StripKey = z.infer<typeof stripKeySchema>

const stripPageSchema = z.object({
  id: z.string().min(1).max(40),
  name: z.string().min(1).max(200),
  keys: z.array(stripKeySchema).max(60),
})
export type StripPage = z.infer<typeof stripPageSchema>

/**
 * `GET /{kind}/{id}/pages`: the pages of keys in a profile or flexible page; empty if the file is not a
 * container of this format.
 */
export const pagesSchema = z.object({
  device: z.object({ width: z.literal(DEVICE.width), height: z.literal(DEVICE.height) }),
  pages: z.array(stripPageSchema).max(50),
})
