/** Who is signed in, as far as the page knows: nothing secret, and never a token. */
export type AuthorInfo = { uid: string; username: string }
export type SessionView = { isSignedIn: boolean; author: AuthorInfo | null; email: string }

const KEY = 'authorInfo'
const NOBODY: SessionView = { isSignedIn: false, author: null, email: '' }

const listeners = new Set<() => void>()
let view = NOBODY

/** Whether the cookie says that somebody is signed in; it is a hint, the server knows. */
export const hasHint = () => /(?:^|;\s*)signed_in=1/.test(document.cookie)

/** The person kept in the browser; none where that cannot be read (section 3). */
export function parseAuthor(text: string | null): AuthorInfo | null {
  try {
    const { uid, username } = Object(JSON.parse(text ?? ''))
    return typeof uid === 'string' && typeof username === 'string' ? { uid, username } : null
  } catch {
    return null
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** @returns whether the browser keeps it. */
function keep(author: AuthorInfo | null): boolean {
  try {
    if (author) localStorage.setItem(KEY, JSON.stringify(author))
    else localStorage.removeItem(KEY)
    return true
  } catch {
    return false
  }
}

function show(next: SessionView) {
  view = next
  document.documentElement.toggleAttribute('data-session', next.isSignedIn)
  for (const listener of listeners) listener()
}

/** Forgets the person at once, here and in the other tabs. */
export function forget(): void {
  keep(null)
  show(NOBODY)
}

/** What has happened since the page was last looked at. */
export type Change = 'signed in' | 'signed out' | 'ended' | null

/** Asks the server who is signed in, where the hint says that somebody is. */
export async function syncSession(): Promise<Change> {
  const before = parseAuthor(stored())
  if (!hasHint()) {
    if (view.isSignedIn || before) forget()
    return before ? 'signed out' : null
  }
  show({ ...view, isSignedIn: true, author: before })
  const answer = await fetch('/api/session', { headers: { accept: 'application/json' } })
  if (!answer.ok) return null
  const { hasLogin, userInfo } = Object(await answer.json())
  if (hasLogin !== true) {
    forget()
    return 'ended'
  }
  const author = parseAuthor(JSON.stringify(userInfo ?? null))
  if (!author) return null
  const { email } = Object(userInfo)
  const isKept = keep(author)
  show({ isSignedIn: true, author, email: typeof email === 'string' ? email : '' })
  return isKept && before?.uid !== author.uid ? 'signed in' : null
}

/** Calls back at each change, in other tabs too, until the returned function is called. */
export function subscribeSession(listener: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return
    const author = parseAuthor(stored())
    show(author ? { isSignedIn: true, author, email: '' } : NOBODY)
  }
  listeners.add(listener)
  addEventListener('storage', hear)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', hear)
  }
}

export const currentSession = () => view
export const sessionOnServer = () => NOBODY
