import { useSyncExternalStore } from 'react'
import { createStore, type Store } from './store.ts'

/** The current value of a store; its initial one on the server and during hydration. */
export const useStore = <T>(store: Store<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, () => store.initial)

const hydration = createStore({ initial: false })

/**
 * Whether scripts run: `false` on the server, in the first render, and until what the visitor entered
 * before it has been delivered. A form that is sent earlier would not know its values.
 */
export const useHydrated = (): boolean => useStore(hydration)
export const setHydrated = (): void => hydration.set(true)
