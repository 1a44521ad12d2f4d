'use client'

import { useState } from 'react'
import type { NextVersion } from '#lib/contract/version/next-version.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import type { SavedProject } from '#lib/creator/values.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { declaresHigher, type FieldSuggestion } from '#lib/creator/suggestions.ts'
import type { CreatorForm, FormOptions } from '#components/creator/form/form-types.ts'

/** Options of `setValue` for a change by the creator. */
export const CHANGE = { shouldDirty: true, shouldValidate: true }

/**
 * Runs at once, or when the field loses the focus: a value that arrives between two letters, or in the composition of an input method,
 * would become a part of what is typed.
 */
function onceLeft(name: FieldName, run: () => void) {
  const focused = document.activeElement
  if (focused?.getAttribute('name') === name) focused.addEventListener('blur', run, { once: true })
  else run()
}

type Options = Pick<FormOptions, 'kind' | 'edited'> & {
  form: CreatorForm
  base: SavedProject | null
  typed: FieldName[]
}

/** What a file suggests to the form, and the next version number for a new file of an edit. */
export function useSuggestions({ kind, edited, form, base, typed }: Options) {
  const [proposed, setProposed] = useState<NextVersion | null>(null)
  // While a file was on its way, too: these functions are those of the render in which it was chosen.
  const isTyped = (name: FieldName) => typed.includes(name) || form.getFieldState(name).isDirty

  function suggest({ name, value }: FieldSuggestion) {
    onceLeft(name, () => {
      if (!isTyped(name)) form.setValue(name, value, { ...CHANGE, shouldDirty: false })
    })
  }

  /** Not for a file that declares a version which can be published. */
  async function proposeVersion(file: UploadedFile) {
    setProposed(null)
    if (!edited || !base || declaresHigher(file, base.values.version)) return
    const result = await fetchCall('nextVersion', { kind, id: edited.id, file_id: file.id })
    const { packages, file: current } = form.getValues()
    const isStill = [current, ...packages].some((one) => one?.id === file.id)
    if (!result.ok || !isStill) return
    setProposed(result.data)
    const { version } = result.data
    if (version !== null) suggest({ name: 'version', value: version })
  }
  return { proposed, proposeVersion, isTyped, suggest }
}
