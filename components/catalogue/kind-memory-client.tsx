'use client'

import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { kindOfText } from './kind-memory.ts'

/** Section 3: the kind that one looked at last. */
const KEY = 'sideBarProjectType'

/** Keeps the kind of the list that is shown. */
export function RememberKind({ kind }: { kind: string }) {
  useEffect(() => {
    try {
      localStorage.setItem(KEY, kind)
    } catch {
      // Storage can be switched off; nothing is remembered then.
    }
  }, [kind])
  return null
}

function recall(): string | null {
  try {
    return kindOfText(localStorage.getItem(KEY))
  } catch {
    return null
  }
}
const never = () => () => undefined

/** Shows its content where `kind` is the one that was looked at last. */
export function IfLastKind({ kind, children }: { kind: string; children: ReactNode }) {
  const last = useSyncExternalStore(never, recall, () => null)
  return last === kind ? children : null
}
