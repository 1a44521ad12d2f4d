'use server'

import { refresh } from 'next/cache'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { LOCALES } from '#lib/contract/locale.ts'
import { addPublisherRequestSchema } from '#lib/contract/publisher.ts'
import { localePath } from '#lib/i18n/path.ts'
import { pages } from '#lib/paths.ts'
import { callAs } from '#lib/session/call-as.ts'
import { markActionError } from './action-error.ts'
import {
  EMPTY_PUBLISHER_FORM,
  invalidField,
  publisherErrorOf,
  type PublisherFormState,
  readPublisherForm,
  toPublisherRequest,
} from './publisher-form.ts'

/** Server action of the form that adds a trusted publisher, with and without scripts. */
export async function addPublisher(
  _before: PublisherFormState,
  data: FormData,
): Promise<PublisherFormState> {
  // Callers can pass anything.
  if (!(data instanceof FormData)) throw new TypeError('not a form')
  try {
    return await add(data)
  } catch (error) {
    throw markActionError(error)
  }
}

async function add(data: FormData): Promise<PublisherFormState> {
  const typed = { ...EMPTY_PUBLISHER_FORM, values: readPublisherForm(data) }
  const locale = LOCALES.find((name) => name === data.get('locale')) ?? LOCALES[0]
  const projectId = data.get('project_id')
  const request = toPublisherRequest(typed.values, typeof projectId === 'string' ? projectId : null)
  const body = addPublisherRequestSchema.safeParse(request)
  if (!body.success) return { ...typed, error: invalidField(body.error.issues) }
  const called = await callAs({ headers: await headers() }, locale, (options) =>
    callEnvelope('addPublisher', { body: body.data }, options),
  )
  const jar = await cookies()
  for (const cookie of called.cookies) jar.set(cookie.name, cookie.value, cookie.options)
  if (called.kind === 'ended') {
    const path = localePath(locale, pages.publishers())
    redirect(localePath(locale, pages.login({ redirect: path, ended: '1' })))
  }
  if (called.kind === 'unavailable') return { ...typed, error: 'unavailable' }
  const { answer } = called
  if (answer.code !== CODE_OK) return { ...typed, error: publisherErrorOf(answer) }
  // The page lists those that are pending.
  refresh()
  return { ...EMPTY_PUBLISHER_FORM, isAdded: true }
}
