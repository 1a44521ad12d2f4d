'use client'

import { useEffect, useState } from 'react'
import {
  type Base,
  claimSlot,
  forgetDraft,
  keepDraft,
  newFilesOf,
  type Slot,
} from '#lib/creator/draft-client.ts'
import { findGone } from '#lib/creator/file-gone-client.ts'
import { EMPTY, type Kept, type Values } from '#lib/creator/form.ts'
import { isUnchanged } from '#lib/creator/merge.ts'

/** The slot of the form's draft while it is open: `undefined` while it is looked for. */
export function useDraftSlot(uid: string, place: string): Slot | null | undefined {
  const [slot, setSlot] = useState<Slot | null>()
  useEffect(() => {
    let release: (() => void) | undefined
    let isOver = false
    async function claim() {
      const claimed = await claimSlot(uid, place)
      if (isOver) return claimed?.release()
      release = claimed?.release
      setSlot(claimed)
    }
    void claim()
    return () => {
      isOver = true
      release?.()
    }
  }, [uid, place])
  return slot
}

type Typed = { values: Values; base: Base | null; isDirty: boolean }

/** Keeps what is typed while it is typed. @returns whether the browser keeps it. */
export function useDraft(slot: Slot | null, { values, base, isDirty }: Typed): boolean {
  const [isKept, setKept] = useState(slot !== null)
  const [firstBase] = useState(base)
  useEffect(() => {
    if (!slot || (!isDirty && base === firstBase)) return
    if (isUnchanged(values, base?.values ?? EMPTY)) forgetDraft(slot.key)
    else {
      const isTaken = keepDraft(slot.key, { values, base })
      queueMicrotask(() => setKept(isTaken))
    }
  }, [slot, values, base, firstBase, isDirty])
  return isKept
}

/** Files of a draft that the server does not have any more. */
export function useGone(slot: Slot | null) {
  const [gone, setGone] = useState<Kept[]>([])
  const draft = slot?.draft
  useEffect(() => {
    if (!draft) return
    let isOver = false
    async function ask(files: Kept[]) {
      const missing = await findGone(files)
      if (!isOver) setGone(missing)
    }
    void ask(newFilesOf(draft.values, draft.base))
    return () => {
      isOver = true
    }
  }, [draft])
  return [gone, setGone] as const
}
