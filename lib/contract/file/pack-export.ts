import { z } from 'zod'
import { sitePathSchema } from '#lib/contract/project.ts'

/** What an icon pack is also offered as: drawings, formats of others, and pictures of pixels by their side. */
export const PACK_EXPORTS = [
  'svg',
  'iconify',
  'stream-deck',
  'png-72',
  'png-144',
  'png-256',
] as const
export const packExportFormSchema = z.enum(PACK_EXPORTS)
export type PackExportForm = z.infer<typeof packExportFormSchema>

/** Icons of a pack that is offered as pictures of pixels: those of larger ones take longer than a visitor waits. */
export const PNG_ICONS_MAX = 2000

export const packExportsSchema = z
  .array(z.object({ form: packExportFormSchema, url: sitePathSchema }))
  .max(PACK_EXPORTS.length)

/** The side of the pictures of a form, in pixels; `null` for the others. */
export const pixelsOf = (form: PackExportForm): number | null =>
  form.startsWith('png-') ? Number(form.slice('png-'.length)) : null

const ENDINGS: Record<PackExportForm, string> = {
  svg: '-svg.zip',
  iconify: '.json',
  'stream-deck': '.streamDeckIconPack',
  'png-72': '-72px.zip',
  'png-144': '-144px.zip',
  'png-256': '-256px.zip',
}

/** The name that a pack is saved under in a form: its own with another ending. */
export const exportName = (name: string, form: PackExportForm): string =>
  `${name.replace(/\.[^.]*$/, '')}${ENDINGS[form]}`
