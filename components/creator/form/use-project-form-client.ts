'use client'

import { useState } from 'react'
import { useForm, useWatch, type ResolverResult } from 'react-hook-form'
import { showMessage } from '#lib/browser/message-store.ts'
import { KIND_TABLE, type Kind } from '#lib/contract/kind.ts'
import { langOf } from '#lib/contract/language.ts'
import { languageSchema } from '#lib/contract/project.ts'
import type { FormOptions } from './form-types.ts'
import type { Base } from '#lib/creator/draft-client.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { type ValidationContext, validate } from '#lib/creator/validate.ts'
import { allFiles, EMPTY_VALUES, type Values } from '#lib/creator/values.ts'
import { usePendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
import { useDetectedLanguage } from '#components/creator/controls/use-detected-language-client.ts'
import { type Draft, useDraft, useGone, useTypedFields } from './use-draft-client.ts'
import { useFieldErrors } from '#components/creator/controls/use-field-errors-client.ts'
import { useInvalidFields } from './use-invalid-fields-client.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import { usePublish } from './use-publish-client.ts'
import { useRebase } from './use-rebase-client.ts'
import { useRefused } from './use-refused-client.ts'
import { useRepository } from '#components/creator/controls/use-repository-client.ts'
import { type SessionEnd, useSignInAgain } from './use-sign-in-again-client.ts'
import { useSubmission } from './use-submission-client.ts'
import { useTyped } from './use-typed-client.ts'
import { useUploadedFiles } from '#components/creator/files/use-uploaded-files-client.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'

/** State of the creator's form: values, errors, drafts, uploads, conflicts and publication. */
export function useProjectForm(options: FormOptions) {
  const { edited, shown } = options
  const t = useFormMessages('creator.saving')
  const [base, setBase] = useState<Base | null>(edited)
  const [gone, setGone] = useGone(options, () => draft.setPublished())
  const uploads = usePendingUploads()
  const context: ValidationContext = { base, gone, isFileComing: uploads.isComing('file') }
  const inputs = useInputs(options, context)
  const { form, values } = inputs
  const rebase = useRebase({ form, base, setBase, latest: edited, conflict: shown.conflict })
  const typed = useTypedFields(form, options)
  const draft = useDraft({ ...options, ...inputs, typed, rebase })
  const onSignedOut = useSignedOut(draft)
  const published = base?.values.version ?? null
  const repository = useRepository({ form, published, onSignedOut })
  const invalid = useInvalidFields(form)
  const state = {
    ...options,
    ...inputs,
    base,
    rebase,
    draft,
    typed,
    invalid,
    uploads,
    repository,
    gone,
  }
  const onRefused = useRefused({ ...state, setGone, onSignedOut })
  const publication = usePublish({ ...state, onRefused })
  const inForm = new Set(allFiles(values).map(({ id }) => id))
  return {
    ...state,
    isEdit: edited !== null,
    published,
    isSending: publication.isSending,
    errorOf: useFieldErrors(form, inputs),
    /** Files of the form that the server no longer has. */
    gone: gone.filter(({ id }) => inForm.has(id)),
    onSignedOut,
    ...useUploadedFiles(state),
    ...useSubmission({ ...state, context, publication }),
    startOver: draft.startOver,
    settle(fields: FieldName[]) {
      rebase.settle(fields)
      showMessage({ message: t('applied'), color: 'info' })
    },
  }
}
export type ProjectForm = ReturnType<typeof useProjectForm>

/** The fields of the form, as the server has rendered them and as they are now. */
function useInputs({ kind, edited, shown }: FormOptions, context: ValidationContext) {
  const { source } = KIND_TABLE[kind]
  const [start] = useState(shown.values ?? edited?.values ?? EMPTY_VALUES)
  const form = useForm<Values, ValidationContext>({
    resolver: (values, given = context) => resolve(values, kind, given),
    context,
    defaultValues: start,
    mode: 'onTouched',
    // Focuses registered inputs only; `invalid` focuses file fields, too.
    shouldFocusError: false,
  })
  // Typed as partial, but the default values set every field.
  const values = useWatch({ control: form.control }) as Values
  useTyped({ form, start, formKey: shown.key, source })
  const detected = useDetectedLanguage(values)
  const isPosted = shown.errors.length > 0 && form.formState.submitCount === 0
  return {
    form,
    values,
    source,
    start,
    /** Errors of the posted form, until it is sent again. */
    posted: isPosted ? shown.errors : null,
    /** The language that a save would detect. */
    detected,
    /** The `lang` attribute of what is typed. */
    lang: langOf({ language: languageSchema.safeParse(values.language).data ?? detected }),
  }
}

/** What happens when the session has ended: nothing that is typed may be lost on the way to sign-in. */
function useSignedOut(draft: Draft) {
  const t = useFormMessages('creator.saving')
  const signInAgain = useSignInAgain()
  return (end: SessionEnd) => {
    if (!draft.saver.isKept) return showMessage({ message: t('signInElsewhere'), color: 'danger' })
    draft.nameInAddress()
    signInAgain(end)
  }
}

/** Resolver of react-hook-form: all errors at once, of each field the first. */
function resolve(values: Values, kind: Kind, context: ValidationContext): ResolverResult<Values> {
  const codes = validate(values, kind, context)
  if (codes.length === 0) return { values, errors: {} }
  const errors = codes.map((code) => [fieldOfError(code), { type: code, message: code }])
  return { values: {}, errors: Object.fromEntries(errors.toReversed()) }
}
