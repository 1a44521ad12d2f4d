import type { FormRefusal } from '#lib/refusal.ts'
import type { Update } from '#lib/contract/update/update.ts'

/** What was asked about, as its line in the list, and the answer. */
export type AnsweredItem = { label: string; update: Update }

/** State of the form after a submit. */
export type InstalledState = {
  list: string
  /** Lines that name nothing. */
  invalid: string[]
  answers: AnsweredItem[]
  error: FormRefusal | 'empty' | 'too_long' | null
}

export const EMPTY_INSTALLED: InstalledState = { list: '', invalid: [], answers: [], error: null }
