import { z } from 'zod'
import { actionSchema, DEVICE } from './container.ts'
import { sitePathSchema } from './project.ts'

/** Why a drawing of a file is not shown. */
export const DRAWING_REFUSALS = [
  /** No SVG, or one that cannot be parsed. */
  'not_svg',
  /** It declares entities. */
  'entities',
  'too_many_elements',
  'too_deep',
  /** Showing it, or resolving its styles, would take too much work. */
  'too_complex',
  /** Making it safe took too much time or memory. */
  'too_slow',
  /** Its bytes in the archive cannot be read. */
  'unreadable',
  /** A bitmap is embedded in it. */
  'bitmap',
  /** A PNG icon that cannot be read, or has too many pixels. */
  'bad_png',
] as const
export type DrawingRefusal = (typeof DRAWING_REFUSALS)[number]

/**
 * On what ground a drawing can be seen. `mono`: one shade of grey on nothing; it takes the colour of the
 * text around it. The others have colours of their own and keep them: `any` ground will do, `dark` ones
 * need a light ground, `light` ones a dark one, and `mixed` ones, which are both, something in between.
 */
export const DRAWING_TONES = ['mono', 'any', 'dark', 'light', 'mixed'] as const
export type DrawingTone = (typeof DRAWING_TONES)[number]

/** A key as it is drawn on the strip; `icon` is the address of its drawing. */
const shownKeySchema = z.object({
  /** Left edge and width on the strip, in pixels. */
  x: z.number().int().min(0).max(DEVICE.width),
  width: z.number().int().min(1).max(DEVICE.width),
  icon: sitePathSchema.nullable(),
  label: z.string().max(40),
  background: z.string().regex(/^#[0-9a-f]{6}$/),
  foreground: z.string().regex(/^#[0-9a-f]{6}$/),
  action: actionSchema,
})
export type ShownKey = z.infer<typeof shownKeySchema>

const shownPageSchema = z.object({
  id: z.string().min(1).max(40),
  name: z.string().min(1).max(200),
  keys: z.array(shownKeySchema).max(60),
})
export type ShownPage = z.infer<typeof shownPageSchema>

/**
 * `GET /{kind}/{id}/pages` of a profile or page: what its file puts on the strip. No pages for a file
 * that is no container of ours.
 */
export const pagesSchema = z.object({
  device: z.object({ width: z.literal(DEVICE.width), height: z.literal(DEVICE.height) }),
  pages: z.array(shownPageSchema).max(50),
})
