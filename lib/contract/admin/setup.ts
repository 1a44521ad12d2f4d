import { z } from 'zod'

/** The first steps of a new site. */
export const SETUP_STEPS = ['names', 'mail', 'registration', 'contact', 'imprint', 'demo'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const setupSchema = z.object({
  /** Until it is finished or dismissed. */
  is_open: z.boolean(),
  /** Where a test message goes: the address of the account; empty without one. */
  email: z.string(),
  demo: z.object({
    /** Demo projects that are left. */
    left: z.number().int(),
    /** How many there were when their removal began; null while they stay. */
    removing: z.number().int().nullable(),
  }),
})
export type SiteSetup = z.infer<typeof setupSchema>

/** Longest answer of a mail server that is shown, in characters. */
export const MAIL_ANSWER_MAX = 500

/** What became of a test message. */
export const mailTestSchema = z.object({
  to: z.string(),
  is_sent: z.boolean(),
  /** The words of the mail server; empty where messages are saved as files. */
  answer: z.string().max(MAIL_ANSWER_MAX),
})
export type MailTest = z.infer<typeof mailTestSchema>
