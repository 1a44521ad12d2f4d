'use client'

import { useMemo } from 'react'
import { useStore } from '#lib/browser/use-store.ts'
import { createOwnerStore } from '#lib/creator/owner-store-client.ts'

/** Whether the page's account is still the one that is signed in. */
export const useOwner = (uid: string): boolean =>
  useStore(useMemo(() => createOwnerStore(uid), [uid]))
