'use client'

import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import { useForm, useWatch, type ResolverResult } from 'react-hook-form'
import { KIND_TABLE, type Kind, type ContentSource } from '#lib/contract/kind.ts'
import { fieldOfError } from '#lib/creator/field-error.ts'
import { type FieldName, FIELD_NAMES, isFieldName } from '#lib/creator/fields.ts'
import { changedFields, withFields } from '#lib/creator/merge.ts'
import { PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { readPosted } from '#lib/creator/posted.ts'
import { validate, type ValidationContext } from '#lib/creator/request.ts'
import { EMPTY_VALUES, type CreatorValues } from '#lib/creator/values.ts'
import { FORM_ID } from './focus-field-client.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'

type Options = Pick<FormOptions, 'kind' | 'edited' | 'shown'> & { context: ValidationContext }

/** The fields of the form: the values that the server has rendered, and those that are typed now. */
export function useInputs({ kind, edited, shown, context }: Options) {
  const { source } = KIND_TABLE[kind]
  const [start] = useState(shown.values ?? edited?.values ?? EMPTY_VALUES)
  const form = useForm<CreatorValues>({
    resolver: (given) => resolve(given, kind, context),
    defaultValues: start,
    mode: 'onTouched',
    // Focuses registered inputs only; `invalid` focuses file fields, too.
    shouldFocusError: false,
  })
  // Typed as partial, but the default values set every field.
  const values = useWatch({ control: form.control }) as CreatorValues
  useEarlyInput({ form, start, formKey: shown.key, source })
  const isPosted = shown.errors.length > 0 && form.formState.submitCount === 0
  const [before] = useState(
    () =>
      shown.typed ??
      (shown.values ? changedFields(edited?.values ?? EMPTY_VALUES, shown.values) : []),
  )
  const dirty = Object.keys(form.formState.dirtyFields).filter(isFieldName)
  return {
    form,
    source,
    start,
    values,
    /** Fields that the creator has filled in; the others may be suggested again by another file. */
    typed: [...new Set<FieldName>([...before, ...dirty])],
    /** Errors of the posted form, until it is sent again. */
    posted: isPosted ? shown.errors : null,
  }
}

/** Resolver of react-hook-form: all errors at once, of each field the first. */
function resolve(
  values: CreatorValues,
  kind: Kind,
  context: ValidationContext,
): ResolverResult<CreatorValues> {
  const codes = validate(values, kind, context)
  if (codes.length === 0) return { values, errors: {} }
  const errors = codes.map((code) => [fieldOfError(code), { type: code, message: code }])
  return { values: {}, errors: Object.fromEntries(errors.toReversed()) }
}

type EarlyOptions = {
  form: CreatorForm
  /** Values that the server has rendered, and the key of that form. */
  start: CreatorValues
  formKey: string
  source: ContentSource
}

/** Takes over what was typed before the scripts ran. */
function useEarlyInput({ form, start, formKey, source }: EarlyOptions) {
  // React resets a text area while it hydrates it; other inputs change until the fields are registered.
  const [early] = useState(() => readPage(start, formKey, source))
  const typed = useRef(start)
  useInsertionEffect(() => {
    const late = readPage(start, formKey, source)
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
function readPage(start: CreatorValues, key: string, source: ContentSource): CreatorValues {
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
