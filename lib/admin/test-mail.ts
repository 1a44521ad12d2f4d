'use server'

import { callEnvelope } from '#lib/api/call.ts'
import { callInAction, formAction } from '#lib/auth/call-in-action.ts'
import { errorOf, type Refusal } from '#lib/auth/refusal.ts'
import { type MailTest, mailTestSchema } from '#lib/contract/admin/setup.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'

/** State of the form that sends a test message. */
export type MailTestState = {
  error: Refusal | 'role_missing' | 'no_email' | null
  test: MailTest | null
}

/** Server action of the form that sends a test message, with and without scripts. */
export const sendTestMail = formAction(send)

async function send(data: FormData): Promise<MailTestState> {
  const answer = await callInAction(data, (options) => callEnvelope('testMail', {}, options))
  if (answer.code !== CODE_OK)
    return { error: errorOf(['role_missing', 'no_email'], answer), test: null }
  return { error: null, test: mailTestSchema.parse(answer.data) }
}
