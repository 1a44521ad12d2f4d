'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { showMessage } from '#lib/browser/message-store.ts'
import { fetchCall } from '#lib/creator/fetch-call.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { type Conflict, merge, untouchedSince, withFields } from '#lib/creator/merge.ts'
import { type SavedProject, toSaved, type CreatorValues } from '#lib/creator/values.ts'
import { useFormMessages } from '#components/creator/use-messages-client.ts'
import type { CreatorForm, FormOptions } from './form-types.ts'

/** A conflict with what was saved elsewhere since the form was opened. */
export type ShownConflict = Conflict & {
  /** What was saved: the project, or the draft by another tab. */
  of: 'project' | 'draft'
  /** State that both changes started from. */
  before: CreatorValues
  theirs: SavedProject
}

type Options = Pick<FormOptions, 'kind' | 'edited' | 'shown'> & {
  form: CreatorForm
  /** State that the form started from; a draft may have started from an older one. */
  base: SavedProject | null
  setBase: (base: SavedProject | null) => void
}

/**
 * Rebases the form when the project was changed by another tab, another program, or the list of
 * versions below the form. Nothing typed is overwritten.
 */
export function useConflicts({ kind, edited, shown, form, base, setBase }: Options) {
  const t = useFormMessages('creator.saving')
  const posted = shown.conflict
  const [conflict, setConflict] = useState<ShownConflict | null>(
    edited && posted && { ...posted, of: 'project', before: edited.values, theirs: edited },
  )

  /** Merges a newer state of the project. @returns whether there is something to choose or to review. */
  function mergeProject(theirs: SavedProject): boolean {
    if (!base) return false
    const before = base.values
    const merged = takeOver(form, before, theirs.values)
    // An open conflict keeps the old base, so that a draft of it asks again.
    if (!isOpen(merged)) setBase(theirs)
    setConflict(merged && { ...merged, of: 'project', before, theirs })
    return merged !== null
  }
  useNewer(edited, base, mergeProject)

  return {
    conflict,
    /** Whether the creator has to choose before anything is saved. */
    isOpen: isOpen(conflict),
    /** Merges the project as it is saved now. @returns `false` if it cannot be read. */
    async mergeLatest(): Promise<boolean> {
      const saved = edited && (await fetchCall('project', { kind, id: edited.id }))
      if (!saved?.ok) return false
      const isShown = mergeProject(toSaved(saved.data))
      if (!isShown) showMessage({ message: t('mergedText'), color: 'danger' })
      return true
    },
    /**
     * Merges a draft that another tab has changed.
     * @returns the merged values; `null` if the creator has to choose first.
     */
    mergeDraft(states: { base: CreatorValues; theirs: CreatorValues }): CreatorValues | null {
      const { base: before, theirs: values } = states
      const merged = takeOver(form, before, values)
      const theirs = { revision: base?.revision, values }
      if (merged) setConflict({ ...merged, of: 'draft', before, theirs })
      return isOpen(merged) ? null : form.getValues()
    },
    /** Resolves the conflict: takes these fields from the saved state and keeps the others. */
    settle(fields: FieldName[]) {
      if (!conflict) return
      put(form, withFields(form.getValues(), conflict.theirs.values, fields), fields)
      if (conflict.of === 'project') setBase(conflict.theirs)
      setConflict(null)
    },
    dismiss: () => setConflict(null),
  }
}
export type Conflicts = ReturnType<typeof useConflicts>

const isOpen = (conflict: Conflict | null) => conflict !== null && conflict.fields.length > 0

/** Puts what was changed elsewhere alone into the form. @returns what is to be shown. */
function takeOver(
  form: CreatorForm,
  before: CreatorValues,
  theirs: CreatorValues,
): Conflict | null {
  const isUntouched = untouchedSince(before)
  const { values, conflict } = merge({ mine: form.getValues(), theirs, isUntouched })
  put(form, values, conflict?.taken ?? [])
  return conflict
}

function put(form: CreatorForm, values: CreatorValues, fields: readonly FieldName[]) {
  const { facts } = values
  if (facts !== form.getValues('facts')) form.setValue('facts', facts)
  for (const field of fields) form.setValue(field, values[field], { shouldDirty: true })
}

/** Merges the project as soon as the page has loaded a newer state. */
function useNewer(
  latest: SavedProject | null,
  base: SavedProject | null,
  mergeProject: (theirs: SavedProject) => unknown,
) {
  const revision = latest?.revision ?? 0
  const newer = base && revision > (base.revision ?? 0) ? revision : null
  const follow = useEffectEvent(() => void (latest && mergeProject(latest)))
  // After this render: it changes other fields of the form.
  useEffect(() => {
    if (newer !== null) queueMicrotask(() => follow())
  }, [newer])
}
