import { onStorageChange, readText, writeText } from './storage.ts'

/** State outside of React that components read through `useStore`. */
export type Store<T> = {
  /** Value on the server and during hydration. */
  readonly initial: T
  get: () => T
  set: (value: T) => void
  /** @returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

type Options<T> = {
  initial: T
  /** Reads the value from its source; called on first use, and when subscribers come back. */
  load?: () => T
  /** Listens to an outside source while there are subscribers. @returns the function that stops it. */
  connect?: (store: Store<T>) => () => void
}

export function createStore<T>({ initial, load, connect }: Options<T>): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  let isLoaded = load === undefined
  let disconnect: (() => void) | undefined
  const store: Store<T> = {
    initial,
    get() {
      if (!isLoaded && load) value = load()
      isLoaded = true
      return value
    },
    set(next) {
      isLoaded = true
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        // The source had no listener meanwhile.
        isLoaded = load === undefined
        disconnect = connect?.(store)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) disconnect?.()
      }
    },
  }
  return store
}

type Stored<T> = {
  key: string
  /** Value of a stored text; of a missing or foreign one `initial`. */
  parse: (text: string | null) => T
  /** Text of a value; `null` removes the entry. */
  format: (value: T) => string | null
}

/** A store whose value outlives the page and is shared by all tabs. */
export function createStoredStore<T>(initial: T, { key, parse, format }: Stored<T>): Store<T> {
  const load = () => parse(readText(key))
  const store = createStore<T>({
    initial,
    load,
    connect: ({ set }) => onStorageChange(key, (text) => set(parse(text))),
  })
  return {
    ...store,
    set(value) {
      writeText(key, format(value))
      store.set(value)
    },
  }
}
