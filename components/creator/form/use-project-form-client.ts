'use client'

import { useState } from 'react'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import type { SavedProject } from '#lib/creator/values.ts'
import { useFieldErrors } from '#components/creator/controls/use-field-errors-client.ts'
import { useRepository } from '#components/creator/controls/use-repository-client.ts'
import { usePendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
import { useUploadedFiles } from '#components/creator/files/use-uploaded-files-client.ts'
import type { FormOptions } from './form-types.ts'
import { useConflicts } from './use-conflicts-client.ts'
import { useDraft } from './use-draft-client.ts'
import { useGoneFiles } from './use-gone-files-client.ts'
import { useInputs } from './use-inputs-client.ts'
import { useInvalidFields } from './use-invalid-fields-client.ts'
import { useLanguage } from './use-language-client.ts'
import { useRefused } from './use-refused-client.ts'
import { useSubmission } from './use-submission-client.ts'

/** State of the creator's form. Each hook receives what it uses; the controls read what is returned from the context. */
export function useProjectForm(options: FormOptions) {
  const { uid, kind, edited, maxBytes, hasGitHub, shown } = options
  const [base, setBase] = useState<SavedProject | null>(edited)
  const [gone, setGone] = useState<UploadedFile[]>([])
  const uploads = usePendingUploads()
  const context = { base, gone, isFileComing: uploads.isComing('file') }
  const { form, source, start, values, typed, posted } = useInputs({ kind, edited, shown, context })
  const { detected, lang } = useLanguage(values)
  const conflicts = useConflicts({ kind, edited, shown, form, base, setBase })
  const draft = useDraft({ uid, kind, edited, shown, form, start, values, typed, conflicts })
  const { saver, onSignedOut } = draft
  const published = base?.values.version ?? null
  const repository = useRepository({ form, published, onSignedOut })
  const goneFiles = useGoneFiles({ edited, shown, form, values, base, gone, setGone, saver })
  const invalid = useInvalidFields(form)
  const { markMissing } = goneFiles
  const onRefused = useRefused({ form, conflicts, repository, invalid, markMissing, onSignedOut })
  const saving = { kind, edited, base, saver }
  const sending = { ...saving, form, context, uploads, conflicts, invalid, onRefused }
  return {
    kind,
    edited,
    maxBytes,
    hasGitHub,
    shown,
    source,
    isEdit: edited !== null,
    /** State of the project that the form is based on, and its version. */
    base,
    published,
    /** Values that the server has rendered, and as they are now. */
    form,
    start,
    values,
    /** The language that a save would detect, and the `lang` attribute of what is typed. */
    detected,
    lang,
    posted,
    invalid,
    errorOf: useFieldErrors(form, { values, start, posted }),
    conflicts,
    draft,
    repository,
    uploads,
    uploaded: useUploadedFiles({ kind, edited, form, base, gone, uploads, typed }),
    /** Files of the form that the server no longer has. */
    gone: goneFiles.inForm,
    submission: useSubmission(sending),
    onSignedOut,
  }
}
export type CreatorFormState = ReturnType<typeof useProjectForm>
