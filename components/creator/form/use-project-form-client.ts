'use client'

import { useState, useEffect, useEffectEvent, useInsertionEffect, useRef } from 'react'
import { useForm, useWatch, type ResolverResult } from 'react-hook-form'
import { showMessage } from '#lib/browser/message-store.ts'
import { KIND_TABLE, type Kind, type Source } from '#lib/contract/kind.ts'
import { langOf, type ProjectLanguage } from '#lib/contract/language.ts'
import { languageSchema } from '#lib/contract/project.ts'
import type { FormOptions, CreatorForm } from './form-types.ts'
import type { Base } from '#lib/creator/draft-client.ts'
import { type FieldName, FIELD_NAMES } from '#lib/creator/fields.ts'
import { type ValidationContext, validate } from '#lib/creator/validate.ts'
import { allFiles, EMPTY_VALUES, type Values, countedText } from '#lib/creator/values.ts'
import { usePendingUploads } from '#components/creator/files/pending-uploads-client.tsx'
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
import { useUploadedFiles } from '#components/creator/files/use-uploaded-files-client.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import { changedFields, withFields } from '#lib/creator/merge.ts'
import { PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { readPosted } from '#lib/creator/posted.ts'
import { FORM_ID } from './focus-field-client.ts'
import { call } from '#lib/creator/call-client.ts'

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

type Options = {
  form: CreatorForm
  /** Values that the server has rendered, and the key of that form. */
  start: Values
  formKey: string
  source: Source
}

/** Takes over what was typed before the scripts ran. */
function useTyped({ form, start, formKey, source }: Options) {
  // React resets a text area while it hydrates it; other inputs change until the fields are registered.
  const [early] = useState(() => readTyped(start, formKey, source))
  const typed = useRef(start)
  useInsertionEffect(() => {
    const late = readTyped(start, formKey, source)
    typed.current = withFields(early, late, changedFields(start, late))
  }, [early, start, formKey, source])
  const take = useEffectEvent(() => {
    const names = changedFields(start, typed.current)
    for (const name of names) form.setValue(name, typed.current[name], { shouldDirty: true })
    // What was read belongs to the address before.
    if (names.includes('repository_url')) form.setValue('facts', null)
  })
  useEffect(() => take(), [])
}

/** The values in the page of the server; those of the start if the page shows another form, or none yet. */
function readTyped(start: Values, key: string, source: Source): Values {
  if (typeof document === 'undefined') return start
  const element = document.getElementById(FORM_ID)
  if (!(element instanceof HTMLFormElement)) return start
  const data = new FormData(element)
  if (data.get(PLAIN_INPUTS.key) !== key) return start
  const names = [...new Set(data.keys())]
  const fields = new Map(
    names.map((name) => [name, data.getAll(name).filter((one) => typeof one === 'string')]),
  )
  const values = readPosted({ fields, files: new Map() }, source)
  const inForm = FIELD_NAMES.filter((name) => element.querySelector(`[name="${name}"]`) !== null)
  return withFields(start, values, inForm)
}

/** Pause in typing before the language is detected, in ms. */
const DEBOUNCE_MS = 1000

/** The language that a save would detect; `null` while one is chosen, and if it is uncertain. */
function useDetectedLanguage(values: Values): ProjectLanguage | null {
  const [detected, setDetected] = useState<ProjectLanguage | null>(null)
  const title = countedText(values, 'title')
  const description = countedText(values, 'description')
  const isWanted = values.language === '' && `${title}${description}` !== ''
  useEffect(() => {
    if (!isWanted) return
    const controller = new AbortController()
    async function detect() {
      const body = { title, description }
      const result = await call('detectLanguage', { body }, { signal: controller.signal })
      if (!controller.signal.aborted) setDetected(result.ok ? result.data.language : null)
    }
    const timer = setTimeout(() => void detect(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [isWanted, title, description])
  return isWanted ? detected : null
}
