'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Base } from '#lib/creator/draft-client.ts'
import type { Rules } from '#lib/creator/faults.ts'
import type { Values } from '#lib/creator/form.ts'
import { merge, type MergedField, withFields } from '#lib/creator/merge.ts'

/** What changed elsewhere since the form was opened. */
export type Conflict = {
  theirs: Base
  /** Taken over already: one's own form had not changed it. */
  taken: MergedField[]
  /** Changed here and there: to be chosen. */
  fields: MergedField[]
}

type Options = {
  form: UseFormReturn<Values, Rules>
  /** What the form started from; a draft may have started from an older state. */
  base: Base | null
  setBase: (base: Base | null) => void
  /** The project as the page has it now. */
  latest: Base | null
}

/**
 * What the form started from, and what is to be done where the project has changed since: by another
 * tab, another program, or the list of versions below the form. Nothing typed is overwritten.
 */
export function useRebase({ form, base, setBase, latest }: Options) {
  const [conflict, setConflict] = useState<Conflict | null>(null)

  function put(values: Values, fields: readonly MergedField[]) {
    const facts = values.facts
    if (facts !== form.getValues('facts')) form.setValue('facts', facts)
    for (const field of fields) form.setValue(field, values[field], { shouldDirty: true })
  }

  /**
   * Brings the form together with a newer state.
   * @returns what is to be chosen or looked at; `null` where both say the same.
   */
  function meet(theirs: Base): Conflict | null {
    if (!base) return null
    const mine = form.getValues()
    const { values, taken, conflicts } = merge({ base: base.values, mine, theirs: theirs.values })
    put(values, taken)
    const found = taken.length + conflicts.length > 0 ? { theirs, taken, fields: conflicts } : null
    // What both changed still counts from the old state, so that a draft of it asks again.
    if (conflicts.length === 0) setBase(theirs)
    setConflict(found)
    return found
  }

  /** Ends a conflict: these fields become what they are there, the others stay as they are here. */
  function settle(fields: MergedField[]) {
    if (!conflict) return
    put(withFields(form.getValues(), conflict.theirs.values, fields), fields)
    setBase(conflict.theirs)
    setConflict(null)
  }

  const follow = useEffectEvent((revision: number | undefined) => {
    if (latest && base && revision !== base.revision) meet(latest)
  })
  const revision = latest?.revision
  // Behind this render: it changes other fields of the form.
  useEffect(() => queueMicrotask(() => follow(revision)), [revision])

  return {
    conflict,
    meet,
    settle,
    /** Starts over from the newest state that is known. */
    restart(): Base | null {
      const newest = conflict?.theirs ?? latest ?? base
      setConflict(null)
      setBase(newest)
      return newest
    },
    /** Where somebody has to choose before anything is saved. */
    isOpen: conflict !== null && conflict.fields.length > 0,
    dismiss: () => setConflict(null),
  }
}
