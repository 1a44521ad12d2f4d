import { z } from 'zod'
import { ROLES } from '#lib/contract/admin/role.ts'
import { mailTestSchema } from '#lib/contract/admin/setup.ts'
import { FORM_REFUSALS } from './outcome.ts'

/** State of the form that invites to a role. */
export const inviteStateSchema = z.object({
  role: z.enum(ROLES),
  error: z.enum(FORM_REFUSALS).nullable(),
  /** Shown this once: it is not in an address or a log. */
  link: z.string().nullable(),
})
export type InviteState = z.infer<typeof inviteStateSchema>

/** State of the form that sends a test message. */
export const mailTestStateSchema = z.object({
  error: z.enum(['no_email', ...FORM_REFUSALS]).nullable(),
  test: mailTestSchema.nullable(),
})
export type MailTestState = z.infer<typeof mailTestStateSchema>
