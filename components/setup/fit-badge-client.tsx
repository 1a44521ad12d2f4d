'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { fitOf, type Requirements } from './setup-store.ts'
import { useSetup } from './use-setup-client.ts'

/** `version` contains `{version}`. */
export type FitLabels = { fits: string; os: string; version: string }

const Labels = createContext<FitLabels>({ fits: '', os: '', version: '' })

/** Hands the labels to all badges of a page at once. */
export function FitProvider({ labels, children }: { labels: FitLabels; children: ReactNode }) {
  return <Labels.Provider value={labels}>{children}</Labels.Provider>
}

/** Whether a project fits the visitor's setup; nothing without a setup. */
export function FitBadge({ systems, since }: Requirements) {
  const labels = useContext(Labels)
  const setup = useSetup()
  if (!setup) return null
  const fit = fitOf(setup, { systems, since })
  return (
    <span
      data-fit={fit}
      className={`inline-flex h-6 items-center gap-1 rounded-full border border-transparent px-2.5 text-xs font-medium ${fit === 'fits' ? 'bg-success text-content-inverse' : 'bg-surface-2 text-content'}`}
    >
      <span aria-hidden="true">{fit === 'fits' ? '✓' : '–'}</span>
      {labels[fit].replace('{version}', since)}
    </span>
  )
}
