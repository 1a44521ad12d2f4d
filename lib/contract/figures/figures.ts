import { z } from 'zod'
import { dayCountsSchema } from '#lib/contract/account.ts'
import { CHANNELS } from '#lib/contract/visibility.ts'
import { versionSchema } from '#lib/contract/version/version-schema.ts'

/** Days that are counted one by one, including today; earlier ones by month. */
export const FIGURES_DAYS = 400
/** Ranges that a page shows, in days. */
export const FIGURES_RANGES = [30, 90, FIGURES_DAYS] as const
export type FiguresRange = (typeof FIGURES_RANGES)[number]

/** `GET /{kind}/{id}/figures`: counts of an own project. What its author does is not counted. */
export const projectFiguresSchema = z.object({
  /** The first of the counted days, in UTC. */
  from: z.iso.date(),
  /** Days with any counts, oldest first. */
  days: z.array(dayCountsSchema).max(FIGURES_DAYS),
  /** Months with any counts before these days, oldest first. */
  months: z.array(
    dayCountsSchema.omit({ day: true }).extend({ month: z.string().regex(/^\d{4}-\d{2}$/) }),
  ),
  /** Published versions, highest first. */
  versions: z.array(
    z.object({
      version: versionSchema,
      at: z.iso.datetime(),
      channel: z.enum(CHANNELS),
      is_yanked: z.boolean(),
      /** Downloads and installs. */
      downloads: z.number().int().nonnegative(),
    }),
  ),
})
export type ProjectFigures = z.infer<typeof projectFiguresSchema>
