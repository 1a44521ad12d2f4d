'use server'

import { refresh } from 'next/cache'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { addPublisherRequestSchema } from '#lib/contract/publisher.ts'
import { callInAction, formAction } from './call-in-action.ts'
import {
  EMPTY_PUBLISHER_FORM,
  invalidField,
  publisherErrorOf,
  type PublisherFormState,
  readEvents,
  readPublisherForm,
  toPublisherRequest,
} from './publisher-form.ts'

/** Server action of the form that adds a trusted publisher, with and without scripts. */
export const addPublisher = formAction(add)

async function add(data: FormData): Promise<PublisherFormState> {
  const read = { values: readPublisherForm(data), events: readEvents(data) }
  const typed = { ...EMPTY_PUBLISHER_FORM, ...read }
  const projectId = data.get('project_id')
  const request = toPublisherRequest(typed, typeof projectId === 'string' ? projectId : null)
  const body = addPublisherRequestSchema.safeParse(request)
  if (!body.success) return { ...typed, error: invalidField(body.error.issues) }
  const answer = await callInAction(data, (options) =>
    callEnvelope('addPublisher', { body: body.data }, options),
  )
  if (answer.code !== CODE_OK) return { ...typed, error: publisherErrorOf(answer) }
  // The page lists those that are pending.
  refresh()
  return { ...EMPTY_PUBLISHER_FORM, isAdded: true }
}
