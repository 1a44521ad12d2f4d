'use server'

import { refresh } from 'next/cache'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { ANSWER_MAX, answerOperatorRequestSchema } from '#lib/contract/hidden.ts'
import { cleanText, lengthOf, withPlainLineEnds } from '#lib/contract/text.ts'
import { type AnswerFormState, EMPTY_ANSWER } from './answer-form.ts'
import { callInAction, formAction, projectIn, textIn } from './call-in-action.ts'
import { errorOf } from './refusal.ts'

/** Longest text that returns to the form, in UTF-16 units. */
const RETURNED_MAX = 10 * ANSWER_MAX

/** Server action of the form that answers the operator about a hidden project, with and without scripts. */
export const answerOperator = formAction(send)

async function send(data: FormData): Promise<AnswerFormState> {
  const typed = textIn(data, 'text', RETURNED_MAX)
  const text = cleanText(withPlainLineEnds(typed)).trim()
  const refuse = (error: AnswerFormState['error']) => ({ text: typed, error, isSent: false })
  const place = projectIn(data)
  if (!place.success) return refuse('refused')
  if (text === '') return refuse('empty')
  if (lengthOf(text) > ANSWER_MAX) return refuse('too_long')
  const body = answerOperatorRequestSchema.parse({ text })
  const answer = await callInAction(data, (options) =>
    callEnvelope('answerOperator', { ...place.data, body }, options),
  )
  if (answer.code !== CODE_OK)
    return refuse(answer.code === 404 ? 'gone' : errorOf([], { code: answer.code }))
  // The page lists the answers.
  refresh()
  return { ...EMPTY_ANSWER, isSent: true }
}
