import { z } from 'zod'

/** Days for which events of an account are kept, and how many of them are listed. */
export const EVENT_DAYS = 90
export const EVENTS_LISTED = 50

/** What concerns the security of an account. `signed_out`: other sessions were ended. */
export const SECURITY_EVENTS = [
  'signed_in',
  'signed_out',
  'password_changed',
  'email_changed',
  'token_created',
] as const
export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

export const securityEventSchema = z.object({
  at: z.iso.datetime(),
  event: z.enum(SECURITY_EVENTS),
  /** Names; empty if unknown. */
  browser: z.string(),
  system: z.string(),
})
/** The newest first. */
export const securityEventsSchema = z.object({ items: z.array(securityEventSchema) })
export type SecurityEvents = z.infer<typeof securityEventsSchema>
