import { isRecord } from './is-record.ts'
import { readJson, writeText } from './storage.ts'
import { hasSessionHint, readAuthor } from './stored-author.ts'

export type MessageContent = {
  /** Instead of “Success” or “Failed”; `null` for these. */
  title: string | null
  text: string
  color: 'success' | 'danger' | 'info' | 'warning'
  /** Milliseconds until it hides by itself. */
  timeout: number
}

/** Messages of a page: the one it shows, and the last ones, newest first. */
export type Messages = { shown: MessageContent | null; recent: readonly MessageContent[] }

/** Storage key of the messages, in the storage of the tab. */
export const MESSAGES_KEY = 'messages'
const COLORS = ['success', 'danger', 'info', 'warning'] as const

/** Whose messages they are: another account in the same tab does not read them. */
const owner = () => (hasSessionHint() ? (readAuthor()?.uid ?? null) : null)

/** The messages that the page before left; `null` without any, or those of another account. */
export function readMessages(): Messages | null {
  return readJson(MESSAGES_KEY, parseMessages, 'session')
}

/**
 * Leaves messages to the next page of the tab; removes them if there are none.
 * @returns whether the browser accepted it.
 */
export function writeMessages(messages: Messages): boolean {
  const isEmpty = messages.shown === null && messages.recent.length === 0
  const text = isEmpty ? null : JSON.stringify({ ...messages, uid: owner() })
  return writeText(MESSAGES_KEY, text, 'session')
}

function parseMessages(value: unknown): Messages | null {
  if (!isRecord(value) || value['uid'] !== owner()) return null
  const { shown, recent } = value
  if (!Array.isArray(recent)) return null
  return { shown: parseMessage(shown), recent: recent.flatMap((one) => parseMessage(one) ?? []) }
}

function parseMessage(value: unknown): MessageContent | null {
  if (!isRecord(value)) return null
  const { text, timeout, title = null } = value
  const color = COLORS.find((name) => name === value['color'])
  if (typeof text !== 'string' || typeof timeout !== 'number' || !color) return null
  return { title: typeof title === 'string' ? title : null, text, color, timeout }
}
