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

/** What has happened since the page was last looked at; a session of the server's ends with words. */
export type Change =
  | { kind: 'signed in' | 'signed out' | 'deleted' }
  | { kind: 'ended'; reason: string; message: string }
  | null

const END_COOKIE = /(?:^|;\s*)session_end=([^;]+)/

/** How a session ended, by the value of its cookie (lib/session/session.ts). */
export function parseEnd(value: string): Change {
  try {
    const { by, reason, message } = Object(JSON.parse(decodeURIComponent(value)))
    if (by === 'owner') return { kind: 'signed out' }
    if (by === 'deletion') return { kind: 'deleted' }
    const text = (one: unknown) => (typeof one === 'string' ? one : '')
    return by === 'server' ? { kind: 'ended', reason: text(reason), message: text(message) } : null
  } catch {
    return null
  }
}

/** How the last session ended, told once. */
function takeEnd(): Change {
  const value = END_COOKIE.exec(document.cookie)?.[1]
  if (value === undefined) return null
  document.cookie = 'session_end=; path=/; max-age=0'
  return parseEnd(value)
}

/** Keeps for the next page that the server ended the session. */
function keepEnd(reason: string | null, message: string): void {
  const end = encodeURIComponent(JSON.stringify({ by: 'server', reason, message }))
  document.cookie = `session_end=${end}; path=/; max-age=60; samesite=lax`
}

/**
 * Leaves for the sign-in, which takes the place of the page in the history (section 4). The page is
 * loaded whole: the client router would show pages of before when one goes back.
 */
export function leaveFor(login: string, said: { reason: string | null; message: string }): void {
  forget()
  // What the web app keeps is the backend's own message.
  const end = takeEnd()
  if (end?.kind === 'ended') keepEnd(end.reason, end.message)
  else keepEnd(said.reason, said.message)
  const here = location.pathname + location.search + location.hash
  location.replace(`${login}?redirect=${encodeURIComponent(here)}`)
}

/** Asks the server who is signed in, where the hint says that somebody is. */
export async function syncSession(): Promise<Change> {
  const before = parseAuthor(stored())
  const end = takeEnd()
  if (!hasHint()) {
    if (view.isSignedIn || before) forget()
    return end
  }
  const email = before?.uid === view.author?.uid ? view.email : ''
  show({ isSignedIn: true, author: before, email })
  const answer = await fetch('/api/session', { headers: { accept: 'application/json' } })
  if (!answer.ok) return null
  const { hasLogin, userInfo } = Object(await answer.json())
  if (hasLogin !== true) {
    forget()
    return takeEnd() ?? { kind: 'ended', reason: '', message: '' }
  }
  const author = parseAuthor(JSON.stringify(userInfo ?? null))
  if (!author) return null
  const { email: asked } = Object(userInfo)
  const isKept = keep(author)
  show({ isSignedIn: true, author, email: typeof asked === 'string' ? asked : '' })
  return isKept && before?.uid !== author.uid ? { kind: 'signed in' } : null
}

/** Whether the page shows somebody who is not signed in (any more), or nobody though somebody is. */
export function isStale(): boolean {
  const isSignedIn = hasHint()
  if (isSignedIn !== view.isSignedIn) return true
  const kept = parseAuthor(stored())
  return isSignedIn && kept !== null && kept.uid !== view.author?.uid
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
