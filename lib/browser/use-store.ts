import { useSyncExternalStore } from 'react'
import { createStore, type Store } from './store.ts'

/** The current value of a store; its initial one on the server and during hydration. */
export const useStore = <T>(store: Store<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial)

const hydration = createStore({ initial: false, load: () => true })

/** Whether scripts run: `false` on the server and in the first render. */
export const useHydrated = (): boolean => useStore(hydration)
