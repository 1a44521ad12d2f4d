'use client'

import { useHydrated, useStore } from '#lib/browser/use-store.ts'
import { type Setup, setupInAddress } from './setup.ts'
import { setupStore } from './setup-store.ts'

/** The visitor's setup; that of a filtered list takes precedence over the remembered one. */
export function useSetup(): Setup | null {
  const stored = useStore(setupStore)
  const isHydrated = useHydrated()
  return isHydrated ? (setupInAddress() ?? stored) : null
}
