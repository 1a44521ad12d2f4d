/** Why an answer to the operator was not sent; the interface has a label for each. */
export const ANSWER_ERRORS = [
  'empty',
  'too_long',
  'gone',
  'too_many',
  'unavailable',
  'refused',
] as const
export type AnswerError = (typeof ANSWER_ERRORS)[number]

/** State of the form after a submit; `text` is what is left in its field. */
export type AnswerFormState = { text: string; error: AnswerError | null; isSent: boolean }

export const EMPTY_ANSWER: AnswerFormState = { text: '', error: null, isSent: false }

/** Why the backend refused, by its code. */
export function answerErrorOf(code: number): AnswerError {
  if (code === 404) return 'gone'
  if (code === 429) return 'too_many'
  return code >= 500 ? 'unavailable' : 'refused'
}
