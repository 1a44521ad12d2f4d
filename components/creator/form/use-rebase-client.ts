'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { Base } from '#lib/creator/draft-client.ts'
import type { Values } from '#lib/creator/values.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { merge, withFields } from '#lib/creator/merge.ts'
import type { CreatorForm } from './form-types.ts'

/** Changes saved elsewhere since the form was opened. */
export type Conflict = {
  theirs: Base
  /** Taken over already: this form had not changed them. */
  taken: FieldName[]
  /** Changed in both places: the creator has to choose. */
  fields: FieldName[]
  /** Another tab has changed the draft, which had these values; otherwise the project was saved. */
  draft?: Values
}

type Options = {
  form: CreatorForm
  /** State that the form started from; a draft may have started from an older one. */
  base: Base | null
  setBase: (base: Base | null) => void
  /** The project as the page has loaded it. */
  latest: Base | null
  /** Conflict of the posted form with it. */
  conflict: Pick<Conflict, 'taken' | 'fields'> | null
}

/**
 * Rebases the form when the project was changed by another tab, another program, or the list of
 * versions below the form. Nothing typed is overwritten.
 */
export function useRebase({ form, base, setBase, latest, conflict: posted }: Options) {
  const [conflict, setConflict] = useState<Conflict | null>(
    latest && posted && { ...posted, theirs: latest },
  )

  function put(values: Values, fields: readonly FieldName[]) {
    const facts = values.facts
    if (facts !== form.getValues('facts')) form.setValue('facts', facts)
    for (const field of fields) form.setValue(field, values[field], { shouldDirty: true })
  }

  /**
   * Merges a newer state into the form.
   * @returns what has to be chosen or reviewed; `null` if both states are equal.
   */
  function mergeWith(theirs: Base): Conflict | null {
    if (!base) return null
    const mine = form.getValues()
    const { values, taken, conflicts } = merge({ base: base.values, mine, theirs: theirs.values })
    put(values, taken)
    const next = taken.length + conflicts.length > 0 ? { theirs, taken, fields: conflicts } : null
    // An open conflict keeps the old base, so that a draft of it asks again.
    if (conflicts.length === 0) setBase(theirs)
    setConflict(next)
    return next
  }

  /**
   * Merges a draft that another tab has changed into the form.
   * @returns the merged values; `null` if the creator has to choose first.
   */
  function mergeDraft(states: { base: Values; theirs: Values }): Values | null {
    const merged = merge({ ...states, mine: form.getValues() })
    const { taken, conflicts: fields } = merged
    put(merged.values, taken)
    const theirs = { revision: base?.revision, values: states.theirs }
    if (taken.length + fields.length > 0) setConflict({ theirs, taken, fields, draft: states.base })
    return fields.length > 0 ? null : form.getValues()
  }

  /** Resolves a conflict: takes these fields from the saved state and keeps the others. */
  function settle(fields: FieldName[]) {
    if (!conflict) return
    put(withFields(form.getValues(), conflict.theirs.values, fields), fields)
    if (!conflict.draft) setBase(conflict.theirs)
    setConflict(null)
  }

  useNewer(latest, base, mergeWith)
  return {
    conflict,
    mergeWith,
    mergeDraft,
    settle,
    /** Whether the creator has to choose before anything is saved. */
    isOpen: conflict !== null && conflict.fields.length > 0,
    dismiss: () => setConflict(null),
  }
}
/** Merges the project as soon as the page has loaded a newer state. */
function useNewer(latest: Base | null, base: Base | null, mergeWith: (theirs: Base) => unknown) {
  const revision = latest?.revision ?? 0
  const newer = base && revision > (base.revision ?? 0) ? revision : null
  const follow = useEffectEvent(() => void (latest && mergeWith(latest)))
  // After this render: it changes other fields of the form.
  useEffect(() => {
    if (newer !== null) queueMicrotask(() => follow())
  }, [newer])
}

export type Rebase = ReturnType<typeof useRebase>
