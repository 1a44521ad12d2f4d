import { z } from 'zod'
import { REFUSALS } from '#lib/refusal.ts'

/** What the buttons for the releases of a plugin do: `daily` and `quiet` switch the daily look on and off. */
export const RELEASE_INTENTS = ['secret', 'test', 'check', 'daily', 'quiet'] as const
export type ReleaseIntent = (typeof RELEASE_INTENTS)[number]

/** State of the buttons after a submit. */
export const releaseStateSchema = z.object({
  done: z.enum(RELEASE_INTENTS).nullable(),
  /** A new secret, shown this once. */
  secret: z.string().nullable(),
  error: z.enum(REFUSALS).nullable(),
})
export type ReleaseFormState = z.infer<typeof releaseStateSchema>
export const EMPTY_RELEASE_FORM: ReleaseFormState = { done: null, secret: null, error: null }
