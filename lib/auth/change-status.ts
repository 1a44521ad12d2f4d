'use server'

import { refresh } from 'next/cache'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { changeStatusRequestSchema } from '#lib/contract/status.ts'
import { cleanLine } from '#lib/contract/text.ts'
import { callInAction, formAction, projectIn } from './call-in-action.ts'
import { errorOf } from './refusal.ts'
import { readStatusForm, type StatusFormState, successorId } from './status-form.ts'

/** Server action of the form for visibility and deprecation of a project, with and without scripts. */
export const changeStatus = formAction(change)

async function change(data: FormData): Promise<StatusFormState> {
  const typed = readStatusForm(data)
  const place = projectIn(data)
  if (!place.success) return { ...typed, error: 'refused' }
  const { visibility, isDeprecated, reason, successor } = typed
  const deprecation = {
    reason: cleanLine(reason),
    successor_id: successor === '' ? null : successorId(successor),
  }
  const body = changeStatusRequestSchema.safeParse({
    visibility,
    deprecation: isDeprecated ? deprecation : null,
  })
  if (!body.success) {
    const isReason = body.error.issues.some(({ path }) => path.includes('reason'))
    return { ...typed, error: isReason ? 'reason' : 'successor_unknown' }
  }
  const answer = await callInAction(data, (options) =>
    callEnvelope('changeStatus', { ...place.data, body: body.data }, options),
  )
  if (answer.code !== CODE_OK) return { ...typed, error: errorOf(['successor_unknown'], answer) }
  // The page lists the history.
  refresh()
  return { ...typed, isSaved: true }
}
