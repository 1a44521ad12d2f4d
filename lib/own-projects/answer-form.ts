import { z } from 'zod'
import { REFUSALS } from '#lib/refusal.ts'

/** Why an answer to the operator was not sent; the interface has a text for each. */
const ANSWER_ERRORS = ['empty', 'too_long', 'gone', ...REFUSALS] as const
export type AnswerError = (typeof ANSWER_ERRORS)[number]

/** State of the form after a submit; `text` is what is left in its field. */
export const answerStateSchema = z.object({
  text: z.string(),
  error: z.enum(ANSWER_ERRORS).nullable(),
  isSent: z.boolean(),
})
export type AnswerFormState = z.infer<typeof answerStateSchema>

export const EMPTY_ANSWER: AnswerFormState = { text: '', error: null, isSent: false }
