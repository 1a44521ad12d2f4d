/*
 * The browser's storage, local or of the tab. It may be full or forbidden, and any other script, version or tab may
 * have written what is in it: reads never throw and go through a parser.
 */

/** `local` is shared by all tabs and kept; `session` belongs to a tab and ends with it. */
type Area = 'local' | 'session'

/** The storage of an area. @throws DOMException if the browser forbids it. */
const storageOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage)

/** Text stored under a key; `null` if there is none or storage is forbidden. */
export function readText(key: string, area: Area = 'local'): string | null {
  try {
    return storageOf(area).getItem(key)
  } catch {
    return null
  }
}

/**
 * Stores a text, or removes the entry with `null`.
 * @returns whether the browser accepted it.
 */
export function writeText(key: string, text: string | null, area: Area = 'local'): boolean {
  try {
    const storage = storageOf(area)
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Turns a value of unknown type into `T`, or into nothing: `(value) => schema.safeParse(value).data`. */
export type Parse<T> = (value: unknown) => T | null | undefined

/** JSON stored under a key; `null` if there is none, or `parse` rejects it. */
export const readJson = <T>(key: string, parse: Parse<T>, area: Area = 'local'): T | null =>
  parseJson(readText(key, area), parse)

/** A JSON text as a value; `null` if it is no JSON, or `parse` rejects it. */
export function parseJson<T>(text: string | null, parse: Parse<T>): T | null {
  try {
    return text === null ? null : (parse(JSON.parse(text)) ?? null)
  } catch {
    return null
  }
}

/** Keys that start with a prefix. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/**
 * Calls back with the new text when another tab changes an entry or clears the storage, and when the
 * page returns from the back/forward cache, where it has missed such changes.
 * @returns the function that unsubscribes.
 */
export function onStorageChange(key: string, listener: (text: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener(event.newValue)
  }
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener(readText(key))
  }
  addEventListener('storage', handle)
  addEventListener('pageshow', restore)
  return () => {
    removeEventListener('storage', handle)
    removeEventListener('pageshow', restore)
  }
}
