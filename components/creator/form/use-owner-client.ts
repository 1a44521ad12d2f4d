'use client'

import { useMemo } from 'react'
import { useStore } from '#lib/browser/use-store.ts'
import { AUTHOR_KEY, readAuthor } from '#lib/browser/stored-author.ts'
import { onStorageChange } from '#lib/browser/storage.ts'
import { createStore, type Store } from '#lib/browser/store.ts'

/** Whether the page's account is still the one that is signed in. */
export const useOwner = (uid: string): boolean =>
  useStore(useMemo(() => createOwnerStore(uid), [uid]))

/**
 * Whether an account is still signed in: `false` after another tab has signed it out or has signed in
 * another one, which must not see what was typed.
 */
const createOwnerStore = (uid: string): Store<boolean> =>
  createStore({
    initial: true,
    connect(store) {
      const update = () => store.set(readAuthor()?.uid === uid)
      // A page from the back/forward cache has missed the changes.
      const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && update()
      const stop = onStorageChange(AUTHOR_KEY, update)
      addEventListener('pageshow', onPageShow)
      return () => {
        stop()
        removeEventListener('pageshow', onPageShow)
      }
    },
  })
