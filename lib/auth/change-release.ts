'use server'

import { refresh } from 'next/cache'
import { callEnvelope } from '#lib/api/call.ts'
import { CODE_OK } from '#lib/contract/envelope.ts'
import { idSchema } from '#lib/contract/project.ts'
import { releaseSecretSchema } from '#lib/contract/release.ts'
import { callInAction, formAction } from './call-in-action.ts'
import { errorOf } from './refusal.ts'
import { EMPTY_RELEASE_FORM, type ReleaseFormState, releaseIntentOf } from './release-form.ts'

/**
 * Server action of the buttons for the releases of a plugin, with and without scripts. A new secret is part of the answer to this request
 * and of nothing else.
 */
export const changeRelease = formAction(change)

async function change(data: FormData): Promise<ReleaseFormState> {
  const intent = releaseIntentOf(data.get('intent'))
  const id = idSchema.safeParse(data.get('project_id')).data
  if (!intent || id === undefined) return { ...EMPTY_RELEASE_FORM, error: 'refused' }
  const answer = await callInAction(data, (options) => {
    switch (intent) {
      case 'secret':
        return callEnvelope('newReleaseSecret', { id }, options)
      case 'test':
      case 'check':
        return callEnvelope('checkRelease', { id, body: { is_test: intent === 'test' } }, options)
      default:
        return callEnvelope(
          'changeReleases',
          { id, body: { is_daily: intent === 'daily' } },
          options,
        )
    }
  })
  if (answer.code !== CODE_OK) return { ...EMPTY_RELEASE_FORM, error: errorOf([], answer) }
  // The page lists the deliveries.
  refresh()
  if (intent !== 'secret') return { ...EMPTY_RELEASE_FORM, done: intent }
  const { secret } = releaseSecretSchema.parse(answer.data)
  return { ...EMPTY_RELEASE_FORM, done: intent, secret }
}
