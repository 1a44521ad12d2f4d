'use client'

import { type ReactNode, useEffect } from 'react'
import { LIST_SHOWN } from '#lib/browser/page-events.ts'
import { useStore } from '#lib/browser/use-store.ts'
import { createStoredStore } from '#lib/browser/store.ts'
import { KINDS } from '#lib/contract/kind.ts'

/** Remembers the kind of the list that is shown, and tells its island of it (islands/lists.ts). */
export function RememberKind({ kind }: { kind: string }) {
  useEffect(() => {
    lastKindStore.set(kind)
    dispatchEvent(new Event(LIST_SHOWN))
  }, [kind])
  return null
}

/** Shows its children if `kind` was viewed last. */
export function IfLastKind({ kind, children }: { kind: string; children: ReactNode }) {
  return useStore(lastKindStore) === kind ? children : null
}

/** The kind of the list that this browser viewed last; `null` before the first one. */
const lastKindStore = createStoredStore<string | null>(null, {
  key: 'sideBarProjectType',
  parse: (text) => KINDS.find((kind) => kind === text) ?? null,
  format: (kind) => kind,
})
