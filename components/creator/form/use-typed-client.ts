'use client'

import { useEffect, useEffectEvent, useInsertionEffect, useRef, useState } from 'react'
import type { Source } from '#lib/contract/kind.ts'
import { FIELD_NAMES } from '#lib/creator/fields.ts'
import { changedFields, withFields } from '#lib/creator/merge.ts'
import { PLAIN_INPUTS } from '#lib/creator/plain-form.ts'
import { readPosted } from '#lib/creator/posted.ts'
import type { Values } from '#lib/creator/values.ts'
import { FORM_ID } from './focus-field-client.ts'
import type { CreatorForm } from './form-types.ts'

type Options = {
  form: CreatorForm
  /** Values that the server has rendered, and the key of that form. */
  start: Values
  formKey: string
  source: Source
}

/** Takes over what was typed before the scripts ran. */
export function useTyped({ form, start, formKey, source }: Options) {
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
