import type { Refusal } from './refusal.ts'

/** Why an answer to the operator was not sent; the interface has a text for each. */
export type AnswerError = 'empty' | 'too_long' | 'gone' | Refusal

/** State of the form after a submit; `text` is what is left in its field. */
export type AnswerFormState = { text: string; error: AnswerError | null; isSent: boolean }

export const EMPTY_ANSWER: AnswerFormState = { text: '', error: null, isSent: false }
