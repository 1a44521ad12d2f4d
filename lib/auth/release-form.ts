import type { Refusal } from './refusal.ts'

/** What the buttons for the releases of a plugin do: `daily` and `quiet` switch the daily look on and off. */
export const RELEASE_INTENTS = ['secret', 'test', 'check', 'daily', 'quiet'] as const
export type ReleaseIntent = (typeof RELEASE_INTENTS)[number]

export const releaseIntentOf = (value: unknown): ReleaseIntent | undefined =>
  RELEASE_INTENTS.find((intent) => intent === value)

/** State of the buttons after a submit. */
export type ReleaseFormState = {
  done: ReleaseIntent | null
  /** A new secret, shown this once. */
  secret: string | null
  error: Refusal | null
}
export const EMPTY_RELEASE_FORM: ReleaseFormState = { done: null, secret: null, error: null }
