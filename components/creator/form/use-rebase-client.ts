'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { Base } from '#lib/creator/draft-client.ts'
import type { Values } from '#lib/creator/values.ts'
import type { FieldName } from '#lib/creator/fields.ts'
import { merge, withFields } from '#lib/creator/merge.ts'
import type { CreatorForm } from './use-project-form-client.ts'

/** Changes saved elsewhere since the form was opened. */
export type Conflict = {
  theirs: Base
  /** Taken over already: this form had not changed them. */
  taken: FieldName[]
  /** Changed in both places: the creator has to choose. */
  fields: FieldName[]
}

type Options = {
  form: CreatorForm
  /** State that the form started from; a draft may have started from an older one. */
  base: Base | null
  setBase: (base: Base | null) => void
  /** The project as the page has loaded it. */
  latest: Base | null
}

/**
 * Rebases the form when the project was changed by another tab, another program, or the list of
 * versions below the form. Nothing typed is overwritten.
 */
export function useRebase({ form, base, setBase, latest }: Options) {
  const [conflict, setConflict] = useState<Conflict | null>(null)

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

  /** Resolves a conflict: takes these fields from the saved state and keeps the others. */
  function settle(fields: FieldName[]) {
    if (!conflict) return
    put(withFields(form.getValues(), conflict.theirs.values, fields), fields)
    setBase(conflict.theirs)
    setConflict(null)
  }

  const follow = useEffectEvent((revision: number | undefined) => {
    if (latest && base && revision !== base.revision) mergeWith(latest)
  })
  const revision = latest?.revision
  // After this render: it changes other fields of the form.
  useEffect(() => queueMicrotask(() => follow(revision)), [revision])

  return {
    conflict,
    mergeWith,
    settle,
    /** Starts over from the newest known state. */
    restart(): Base | null {
      const newest = conflict?.theirs ?? latest ?? base
      setConflict(null)
      setBase(newest)
      return newest
    },
    /** Whether the creator has to choose before anything is saved. */
    isOpen: conflict !== null && conflict.fields.length > 0,
    dismiss: () => setConflict(null),
  }
}
export type Rebase = ReturnType<typeof useRebase>
