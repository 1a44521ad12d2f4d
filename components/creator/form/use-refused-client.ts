'use client'

import { showMessage } from '#lib/browser/message-store.ts'
import type { Refused } from '#lib/creator/fetch-call.ts'
import { fieldOfError, messageOfError } from '#lib/creator/field-error.ts'
import { fieldErrorsOf, publicationMessage } from '#lib/creator/refusal.ts'
import type { RepositoryControl } from '#components/creator/controls/use-repository-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm } from './form-types.ts'
import type { Conflicts } from './use-conflicts-client.ts'
import { useErrorMessages } from './use-error-messages-client.ts'
import type { InvalidFields } from './use-invalid-fields-client.ts'
import type { RefusedSession } from './use-sign-in-again-client.ts'

type Options = {
  form: CreatorForm
  conflicts: Conflicts
  repository: RepositoryControl
  invalid: InvalidFields
  /** Marks files that the server no longer has, by the names of their fields in the request. */
  markMissing: (requestFields: string[]) => Promise<void>
  onSignedOut: (end: RefusedSession) => void
}

/** Handles a refused publication: shows why, marks fields, starts the resolution of a conflict. */
export function useRefused(options: Options) {
  const { form, conflicts, repository, invalid, markMissing, onSignedOut } = options
  const t = useFormMessages('creator')
  const describe = usePublicationMessage()
  return async (refused: Refused) => {
    if (refused.code === 401) return onSignedOut(refused)
    if (refused.reason === 'stale' && (await conflicts.mergeLatest())) return
    if (refused.reason === 'file_missing') await markMissing(refused.fields)
    for (const code of fieldErrorsOf(refused)) {
      form.setError(fieldOfError(code), { message: code })
    }
    const message = repository.refuse(refused) ?? describe(refused)
    invalid.report()
    showMessage({ title: t('done.failed'), message, color: 'danger' })
  }
}

function usePublicationMessage() {
  const t = useFormMessages('creator.refusal')
  const describeError = useErrorMessages()
  return (refused: Refused): string => {
    const message = publicationMessage(refused)
    if (!message) return refused.message
    return 'refusal' in message
      ? t(message.refusal)
      : describeError(messageOfError(message.error), refused.details)
  }
}
