'use client'

import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { showMessage } from '#lib/browser/message-store.ts'
import { type Kind, KIND_TABLE } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import { languageSchema } from '#lib/contract/project.ts'
import { type Base, removeDraft, type Slot } from '#lib/creator/draft-client.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import type { ValidationContext } from '#lib/creator/validate.ts'
import { allFiles, EMPTY_VALUES, type Values } from '#lib/creator/values.ts'
import { focusFirstField } from './focus-field-client.ts'
import { usePendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
import { resolve } from '#components/creator/resolve.ts'
import { useAnnouncedErrors } from './use-announced-errors-client.ts'
import { useDetectedLanguage } from '#components/creator/controls/use-detected-language-client.ts'
import { useDraft, useGone } from './use-draft-client.ts'
import { useFieldErrors } from '#components/creator/controls/use-field-errors-client.ts'
import { useInvalidFields } from './use-invalid-fields-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { usePublish } from './use-publish-client.ts'
import { useRebase } from './use-rebase-client.ts'
import { useRefused } from './use-refused-client.ts'
import { useRepository } from '#components/creator/controls/use-repository-client.ts'
import { type SessionEnd, useSignInAgain } from './use-sign-in-again-client.ts'
import { useSubmission } from './use-submission-client.ts'
import { useUploadedFiles } from '#components/creator/files/use-uploaded-files-client.ts'

export type CreatorForm = UseFormReturn<Values, ValidationContext>
export type FormOptions = {
  kind: Kind
  /** The project to edit; `null` publishes a new one. */
  edited: (Base & { id: string }) | null
  /** Limit of the project file, in bytes. */
  maxBytes: number
  /** Whether the site has sign-in by GitHub. */
  hasGitHub: boolean
}
type Options = FormOptions & { slot: Slot | null }

/** State of the creator's form: values, errors, drafts, uploads, conflicts and publication. */
export function useProjectForm(options: Options) {
  const { kind, edited, slot } = options
  const t = useFormMessages('creator.saving')
  const [draft, setDraft] = useState(slot?.draft ?? null)
  const [base, setBase] = useState<Base | null>(draft?.base ?? edited)
  const [gone, setGone] = useGone(slot)
  const uploads = usePendingUploads()
  const context: ValidationContext = { base, gone, isFileComing: uploads.isComing('file') }
  const form = useForm<Values, ValidationContext>({
    resolver: (values, given = context) => resolve(values, kind, given),
    context,
    defaultValues: draft?.values ?? edited?.values ?? EMPTY_VALUES,
    mode: 'onTouched',
    // Focuses registered inputs only; `invalid` focuses file fields, too.
    shouldFocusError: false,
  })
  // Typed as partial, but the default values set every field.
  const values = useWatch({ control: form.control }) as Values
  const rebase = useRebase({ form, base, setBase, latest: edited })
  const isKept = useDraft(slot, { values, base, isDirty: form.formState.isDirty })
  const onSignedOut = useSignedOut(isKept)
  const published = base?.values.version ?? null
  const repository = useRepository({ form, published, onSignedOut })
  const invalid = useInvalidFields(form)
  const state = { ...options, form, values, base, rebase, invalid, uploads, repository, gone }
  const onRefused = useRefused({ ...state, setGone, onSignedOut })
  const publication = usePublish({ ...state, onRefused })
  const detected = useDetectedLanguage(values)
  const inForm = new Set(allFiles(values).map(({ id }) => id))
  return {
    ...state,
    source: KIND_TABLE[kind].source,
    /** The language that a save would detect. */
    detected,
    /** The `lang` attribute of what is typed. */
    lang: langOf({ language: languageSchema.safeParse(values.language).data ?? detected }),
    isEdit: edited !== null,
    published,
    isKept,
    isDraft: draft !== null,
    isSending: publication.isSending,
    errorOf: useAnnouncedErrors(form, useFieldErrors(form, values)),
    /** Files of the form that the server no longer has. */
    gone: gone.filter(({ id }) => inForm.has(id)),
    onSignedOut,
    ...useUploadedFiles(state),
    ...useSubmission({ ...state, context, publication }),
    startOver() {
      if (slot) removeDraft(slot.key)
      form.reset(rebase.restart()?.values ?? EMPTY_VALUES)
      setGone([])
      setDraft(null)
      focusFirstField()
    },
    settle(fields: FieldName[]) {
      rebase.settle(fields)
      showMessage({ message: t('applied'), color: 'info' })
    },
  }
}
export type ProjectForm = ReturnType<typeof useProjectForm>

/** What happens when the session has ended: nothing that is typed may be lost on the way to sign-in. */
function useSignedOut(isKept: boolean) {
  const t = useFormMessages('creator.saving')
  const signInAgain = useSignInAgain()
  return (end: SessionEnd) => {
    if (isKept) signInAgain(end)
    else showMessage({ message: t('signInElsewhere'), color: 'danger' })
  }
}
