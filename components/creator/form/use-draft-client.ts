'use client'

import { useEffect, useState } from 'react'
import {
  type Base,
  claimSlot,
  newFilesOf,
  removeDraft,
  saveDraft,
  type Slot,
} from '#lib/creator/draft-client.ts'
import { findGone } from '#lib/creator/file-gone-client.ts'
import type { UploadedFile } from '#lib/creator/form-file.ts'
import { isUnchanged } from '#lib/creator/merge.ts'
import { EMPTY_VALUES, type Values } from '#lib/creator/values.ts'

/** The slot of the form's draft, claimed while it is open. `undefined` until it is claimed. */
export function useDraftSlot(uid: string, form: string): Slot | null | undefined {
  const [slot, setSlot] = useState<Slot | null>()
  useEffect(() => {
    let release: (() => void) | undefined
    let isOver = false
    async function claim() {
      const claimed = await claimSlot(uid, form)
      if (isOver) return claimed?.release()
      release = claimed?.release
      setSlot(claimed)
    }
    void claim()
    return () => {
      isOver = true
      release?.()
    }
  }, [uid, form])
  return slot
}

type Content = { values: Values; base: Base | null; isDirty: boolean }

/** Saves the draft while the creator types. @returns whether the browser stores it. */
export function useDraft(slot: Slot | null, { values, base, isDirty }: Content): boolean {
  const [isKept, setKept] = useState(slot !== null)
  const [firstBase] = useState(base)
  useEffect(() => {
    if (!slot || (!isDirty && base === firstBase)) return
    if (isUnchanged(values, base?.values ?? EMPTY_VALUES)) removeDraft(slot.key)
    else {
      const isSaved = saveDraft(slot.key, { values, base })
      queueMicrotask(() => setKept(isSaved))
    }
  }, [slot, values, base, firstBase, isDirty])
  return isKept
}

/** Files of the draft that the server no longer has. */
export function useGone(slot: Slot | null) {
  const [gone, setGone] = useState<UploadedFile[]>([])
  const draft = slot?.draft
  useEffect(() => {
    if (!draft) return
    let isOver = false
    async function check(files: UploadedFile[]) {
      const missing = await findGone(files)
      if (!isOver) setGone(missing)
    }
    void check(newFilesOf(draft.values, draft.base))
    return () => {
      isOver = true
    }
  }, [draft])
  return [gone, setGone] as const
}
