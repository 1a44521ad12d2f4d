'use client'

import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type FileField, isFileField } from '#lib/creator/plain-form.ts'
import type { Sending } from '#components/creator/form/form-types.ts'

/**
 * Where an upload is shown; `more` are pictures that wait for their turn or for the crop dialog, `drawn` those that
 * the server draws.
 */
type Place = FileField | Expected
type Expected = 'more' | 'drawn'

export type Pending = {
  place: Place
  name: string
  /** Progress from 0 to 1; `null` while it is unknown. */
  share: number | null
  isPreparing: boolean
  isFailed: boolean
}

type Report = (place: Place, pending: Pending | null) => void
const Context = createContext<Report>(() => undefined)
export const PendingUploadsProvider = Context.Provider

/** Reports an upload to the form; `null` if there is none. */
export function useReportUpload(place: FileField, sending: Sending | null) {
  const report = useContext(Context)
  useEffect(() => {
    report(place, sending && toPending(place, sending))
  }, [report, place, sending])
  useEffect(() => () => report(place, null), [report, place])
}

/** Reports that more pictures are about to be there. */
export function useReportMore(isMore: boolean, place: Expected = 'more') {
  const report = useContext(Context)
  useEffect(() => {
    const unknown = { share: null, isPreparing: false, isFailed: false }
    report(place, isMore ? { place, name: '', ...unknown } : null)
  }, [report, isMore, place])
}

function toPending(place: FileField, { name, progress, error, prepared }: Sending): Pending {
  const [done, total] = prepared
    ? [prepared.done, prepared.total]
    : [progress?.sent ?? 0, progress?.total ?? 0]
  return {
    place,
    name,
    share: total > 0 ? done / total : null,
    isPreparing: prepared !== undefined && prepared !== null,
    isFailed: error !== null,
  }
}

/** Pending uploads of a form, and how they ended. */
export function usePendingUploads() {
  const [pending, setPending] = useState<ReadonlyMap<Place, Pending>>(new Map())
  const current = useRef(pending)
  const taken = useRef(new Set<Place>())
  /** Names of uploads that ended without being taken: they were cancelled. */
  const cancelled = useRef<string[]>([])
  const report = useMemo<Report>(
    () => (place, entry) => {
      const before = current.current.get(place)
      if (!before && !entry) return
      if (!before && isFileField(place)) taken.current.delete(place)
      if (before && !entry && isFileField(place) && !taken.current.has(place)) {
        cancelled.current.push(before.name)
      }
      const next = new Map(current.current)
      if (entry) next.set(place, entry)
      else next.delete(place)
      current.current = next
      setPending(next)
    },
    [],
  )
  const all = [...pending.values()]
  return {
    report,
    /** The server has taken a file of this field. */
    noteTaken: (place: FileField) => void taken.current.add(place),
    moving: all.filter(({ isFailed }) => !isFailed),
    failed: all.find(({ isFailed }) => isFailed),
    isComing: (place: FileField) => all.some((entry) => entry.place === place && !entry.isFailed),
    /** @returns the names of the uploads that were cancelled since the last call. */
    takeCancelled: () => cancelled.current.splice(0),
  }
}
export type PendingUploads = ReturnType<typeof usePendingUploads>
