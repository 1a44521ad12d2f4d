import { z } from 'zod'

/** Where the browser keeps who is signed in (components/auth/session-store-client.ts). */
const KEY = 'authorInfo'
const authorSchema = z.object({ uid: z.string() })

function uidOf(text: string | null): string | null {
  try {
    return authorSchema.parse(JSON.parse(text ?? '')).uid
  } catch {
    return null
  }
}

/**
 * Calls back when, in this browser, somebody else signs in or the account signs out while its page is
 * open, and again when it is back: what it has typed is for nobody else.
 */
export function watchOwner(uid: string, onChange: (isOwner: boolean) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) onChange(uidOf(newValue) === uid)
  }
  /** A page that comes back by the Back button has heard of nothing meanwhile. */
  const look = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onChange(uidOf(localStorage.getItem(KEY)) === uid)
  }
  addEventListener('storage', hear)
  addEventListener('pageshow', look)
  return () => {
    removeEventListener('storage', hear)
    removeEventListener('pageshow', look)
  }
}
