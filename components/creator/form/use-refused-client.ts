'use client'

import { showMessage } from '#lib/browser/message-store.ts'
import type { Refused } from '#lib/browser/call-api.ts'
import { type Base, newFilesOf } from '#lib/creator/draft-client.ts'
import { fieldOfError, isFieldErrorCode, messageOfError } from '#lib/creator/field-error.ts'
import { FIELDS } from '#lib/creator/fields.ts'
import { findGone } from '#lib/creator/file-gone-client.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { fieldErrorsOf, publicationMessage } from '#lib/creator/refusal.ts'
import { filesOf, toValues } from '#lib/creator/values.ts'
import { useErrorMessages } from './use-error-messages-client.ts'
import type { InvalidFields } from './use-invalid-fields-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'
import type { Rebase } from './use-rebase-client.ts'
import type { Repository } from '#components/creator/controls/use-repository-client.ts'
import type { SessionEnd } from './use-sign-in-again-client.ts'
import type { Kind } from '#lib/contract/kind.ts'
import { call } from '#lib/creator/call-client.ts'

type Options = FormOptions & {
  form: CreatorForm
  base: Base | null
  gone: UploadedFile[]
  setGone: (gone: UploadedFile[]) => void
  rebase: Rebase
  invalid: InvalidFields
  repository: Repository
  onSignedOut: (end: SessionEnd) => void
}

/** Handles a refused publication: shows why, marks fields, starts the resolution of a conflict. */
export function useRefused(options: Options) {
  const { kind, edited, form, rebase, invalid, repository, onSignedOut } = options
  const t = useFormMessages('creator')
  const describe = usePublicationMessage()
  const markMissing = useMarkMissing(options)

  /** @returns whether the conflict is shown, or resolved without a choice. */
  async function resolveConflict(id: string): Promise<boolean> {
    const latest = await readLatest(kind, id)
    if (!latest) return false
    if (!rebase.mergeWith(latest)) showMessage({ message: t('saving.mergedText'), color: 'danger' })
    return true
  }

  return async (refused: Refused) => {
    if (refused.code === 401) return onSignedOut(refused)
    if (refused.reason === 'stale' && edited && (await resolveConflict(edited.id))) return
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

/** Marks files that the server no longer has, so that they are chosen again. */
function useMarkMissing({ form, base, gone, setGone }: Options) {
  return async (requestFields: string[]) => {
    const names = requestFields.filter(isFieldErrorCode).map(fieldOfError)
    const values = form.getValues()
    const named = new Set(names.flatMap((name) => filesOf(values, name)).map(({ id }) => id))
    const files = newFilesOf(values, base).filter(({ id }) => named.has(id))
    const missing = await findGone(files)
    setGone([...gone, ...(missing.length > 0 ? missing : files)])
    for (const name of names) {
      const message = FIELDS[name].missing
      if (message) form.setError(name, { message })
    }
  }
}

/** The current state of a project, as the form holds it; `null` if it cannot be read. */
async function readLatest(kind: Kind, id: string): Promise<Base | null> {
  const result = await call('project', { kind, id })
  if (!result.ok) return null
  return { revision: result.data.revision, values: toValues(result.data) }
}
