'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether scripts run: not on the server, and not in the first picture of the page. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
