import { endpoints } from '#lib/paths.ts'
import { isRecord } from './is-record.ts'
import { takeSessionEnd, type ShownSessionEnd } from './session-end.ts'
import { onStorageChange, writeText } from './storage.ts'
import { createStore } from './store.ts'
import {
  AUTHOR_KEY,
  type AuthorInfo,
  hasSessionHint,
  parseAuthor,
  readAuthor,
} from './stored-author.ts'

export type SessionView = { isSignedIn: boolean; author: AuthorInfo | null; email: string }

/** What changed since the last page. */
export type SessionChange = { kind: 'signed in' } | ShownSessionEnd

const SIGNED_OUT: SessionView = { isSignedIn: false, author: null, email: '' }

export const sessionStore = createStore({
  initial: SIGNED_OUT,
  connect: () =>
    onStorageChange(AUTHOR_KEY, () => {
      const author = readAuthor()
      show(author ? { isSignedIn: true, author, email: '' } : SIGNED_OUT)
    }),
})

function show(view: SessionView) {
  document.documentElement.toggleAttribute('data-session', view.isSignedIn)
  sessionStore.set(view)
}

/** Forgets the account at once, here and in the other tabs. */
export function forgetSession(): void {
  writeText(AUTHOR_KEY, null)
  show(SIGNED_OUT)
}

/**
 * Asks the server who is signed in, if the hint cookie is there.
 * @returns what changed, or `null`.
 * @throws if there is no connection.
 */
export async function syncSession(): Promise<SessionChange | null> {
  const previous = readAuthor()
  const end = takeSessionEnd()
  const view = sessionStore.get()
  if (!hasSessionHint()) {
    if (view.isSignedIn || previous) forgetSession()
    return end
  }
  const email = previous?.uid === view.author?.uid ? view.email : ''
  show({ isSignedIn: true, author: previous, email })
  const response = await fetch(endpoints.session, { headers: { accept: 'application/json' } })
  if (!response.ok) return null
  const state: unknown = await response.json()
  if (!isRecord(state) || state['hasLogin'] !== true) {
    forgetSession()
    return takeSessionEnd() ?? { kind: 'ended', reason: '', message: '' }
  }
  const { userInfo } = state
  const author = parseAuthor(userInfo)
  if (!author) return null
  const isStored = writeText(AUTHOR_KEY, JSON.stringify(author))
  show({ isSignedIn: true, author, email: emailOf(userInfo) })
  return isStored && previous?.uid !== author.uid ? { kind: 'signed in' } : null
}

const emailOf = (account: unknown): string =>
  isRecord(account) && typeof account['email'] === 'string' ? account['email'] : ''

/** Whether the header no longer matches the hint cookie or the account of another tab. */
export function isStale(): boolean {
  const view = sessionStore.get()
  const isSignedIn = hasSessionHint()
  if (isSignedIn !== view.isSignedIn) return true
  const author = readAuthor()
  return isSignedIn && author !== null && author.uid !== view.author?.uid
}
