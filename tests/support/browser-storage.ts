import { vi } from 'vitest'

/** Stands in for a storage of the browser in a unit test. @returns the entries. */
export function stubStorage(
  entries: Record<string, string> = {},
  name: 'localStorage' | 'sessionStorage' = 'localStorage',
): Map<string, string> {
  const map = new Map(Object.entries(entries))
  vi.stubGlobal(
    name,
    new Proxy(
      {
        getItem: (key: string) => map.get(key) ?? null,
        setItem: (key: string, text: string) => void map.set(key, text),
        removeItem: (key: string) => void map.delete(key),
      },
      {
        ownKeys: () => [...map.keys()],
        getOwnPropertyDescriptor: (_, key) =>
          map.has(String(key)) ? { enumerable: true, configurable: true } : undefined,
      },
    ),
  )
  return map
}

/** Makes every access to the local storage throw, as with cookies blocked. */
export function forbidStorage(): void {
  const forbid = () => {
    throw new DOMException('Access is denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbid, setItem: forbid, removeItem: forbid })
}
