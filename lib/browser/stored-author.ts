import { isRecord } from './is-record.ts'
import { readJson } from './storage.ts'

/** Account shown in the header: nothing secret, and never a token. */
export type AuthorInfo = { uid: string; username: string }

/** Storage key of the account. */
export const AUTHOR_KEY = 'authorInfo'

/** Whether the hint cookie is set. Only the server can tell whether the session is valid. */
export const hasSessionHint = () => /(?:^|;\s*)signed_in=1/.test(document.cookie)

/** The account that is stored in the browser; `null` if the entry is missing or cannot be parsed. */
export const readAuthor = (): AuthorInfo | null => readJson(AUTHOR_KEY, parseAuthor)

export function parseAuthor(value: unknown): AuthorInfo | null {
  if (!isRecord(value)) return null
  const { uid, username } = value
  return typeof uid === 'string' && typeof username === 'string' ? { uid, username } : null
}
