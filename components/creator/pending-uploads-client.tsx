'use client'

import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { Values } from '#lib/creator/form.ts'
import type { Sending } from './use-upload-client.ts'

/** A field whose files are on their way. */
export type Part = Extract<keyof Values, 'file' | 'cover' | 'gallery'>
/** What is on its way; `more` are the pictures that follow it, or the dialog that asks about one. */
type Place = Part | 'more'

export type Pending = {
  place: Place
  name: string
  /** How far, from 0 to 1; `null` while nobody knows. */
  share: number | null
  isPreparing: boolean
  isFailed: boolean
}

type Report = (place: Place, pending: Pending | null) => void
const Context = createContext<Report>(() => undefined)
export const PendingUploads = Context.Provider

/** Tells the form of a file on its way; of none with `null`. */
export function useReportUpload(purpose: 'project' | 'cover' | 'gallery', sending: Sending | null) {
  const report = useContext(Context)
  const place = purpose === 'project' ? 'file' : purpose
  useEffect(() => {
    report(place, sending && pendingOf(place, sending))
  }, [report, place, sending])
  useEffect(() => () => report(place, null), [report, place])
}

/** Tells the form that more files are about to be sent. */
export function useReportMore(isMore: boolean) {
  const report = useContext(Context)
  useEffect(() => {
    const share = { share: null, isPreparing: false, isFailed: false }
    report('more', isMore ? { place: 'more', name: '', ...share } : null)
  }, [report, isMore])
}

function pendingOf(place: Part, { name, progress, fault, prepared }: Sending): Pending {
  const [done, total] = prepared
    ? [prepared.done, prepared.total]
    : [progress?.sent ?? 0, progress?.total ?? 0]
  return {
    place,
    name,
    share: total > 0 ? done / total : null,
    isPreparing: prepared !== undefined && prepared !== null,
    isFailed: fault !== null,
  }
}

/** What is on its way in a form, and what became of it. */
export function usePendingUploads() {
  const [pending, setPending] = useState<ReadonlyMap<Place, Pending>>(new Map())
  const known = useRef(pending)
  const taken = useRef(new Set<Part>())
  /** Files that went away without having been taken: somebody cancelled them. */
  const cancelled = useRef<string[]>([])
  const report = useMemo<Report>(
    () => (place, entry) => {
      const before = known.current.get(place)
      if (!before && !entry) return
      if (!before && place !== 'more') taken.current.delete(place)
      if (before && !entry && place !== 'more' && !taken.current.has(place)) {
        cancelled.current.push(before.name)
      }
      const next = new Map(known.current)
      if (entry) next.set(place, entry)
      else next.delete(place)
      known.current = next
      setPending(next)
    },
    [],
  )
  const all = [...pending.values()]
  return {
    report,
    /** A file of a field was taken by the server. */
    note: (part: Part) => void taken.current.add(part),
    moving: all.filter(({ isFailed }) => !isFailed),
    failed: all.find(({ isFailed }) => isFailed),
    isComing: (part: Part) => all.some((one) => one.place === part && !one.isFailed),
    /** @returns the names of what was cancelled since it was last asked. */
    takeCancelled: () => cancelled.current.splice(0),
  }
}
