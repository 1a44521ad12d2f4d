import { z } from 'zod'
import { readinessSchema } from '#lib/contract/health.ts'
import { DOCTOR_CODES } from '#lib/contract/operator.ts'
import { roleSchema } from './role.ts'

/** What waits, and the state of each part of the site. */
export const adminOverviewSchema = z.object({
  role: roleSchema,
  /** Whether the setup of the site is neither finished nor dismissed. */
  is_setup_open: z.boolean(),
  waiting: z.object({
    /** Publications that equal something hidden. */
    held: z.number().int(),
    reports: z.number().int(),
    /** Jobs that failed at their last attempt; 0 for moderators, who cannot start them again. */
    jobs: z.number().int(),
  }),
  version: z.string(),
  health: readinessSchema,
  /** Times of the last backup, and of the last one that was tried; null without one. */
  backups: z.object({ last: z.iso.datetime().nullable(), tried: z.iso.datetime().nullable() }),
  /** What the last run of the doctor has left; null if it never ran. */
  doctor: z
    .object({
      at: z.iso.datetime(),
      problems: z.array(z.object({ code: z.enum(DOCTOR_CODES), count: z.number().int() })),
    })
    .nullable(),
})
export type AdminOverview = z.infer<typeof adminOverviewSchema>
