import { isRecord } from './is-record.ts'
import { parseJson } from './storage.ts'

/** How a session ended. One that the server ended carries a reason and a message. */
export type ShownSessionEnd =
  | { kind: 'signed out' | 'deleted' }
  | { kind: 'ended'; reason: string; message: string }

const COOKIE = /(?:^|;\s*)session_end=([^;]+)/

/** Parses the value of the cookie that lib/session/session.ts sets when a session ends. */
export function parseSessionEnd(value: string): ShownSessionEnd | null {
  try {
    return parseJson(decodeURIComponent(value), parseEnd)
  } catch {
    return null
  }
}

function parseEnd(value: unknown): ShownSessionEnd | null {
  if (!isRecord(value)) return null
  const { by, reason, message } = value
  if (by === 'owner') return { kind: 'signed out' }
  if (by === 'deletion') return { kind: 'deleted' }
  return by === 'server' ? { kind: 'ended', reason: text(reason), message: text(message) } : null
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Whether a session ended and no page has reported it. */
export const hasSessionEnd = (): boolean => COOKIE.test(document.cookie)

/** Reads how the last session ended and removes the cookie, so that it is reported once. */
export function takeSessionEnd(): ShownSessionEnd | null {
  const value = COOKIE.exec(document.cookie)?.[1]
  if (value === undefined) return null
  document.cookie = 'session_end=; path=/; max-age=0'
  return parseSessionEnd(value)
}

/** Makes the next page report that the server ended the session. */
export function storeSessionEnd(reason: string | null, message: string): void {
  const end = encodeURIComponent(JSON.stringify({ by: 'server', reason, message }))
  document.cookie = `session_end=${end}; path=/; max-age=60; samesite=lax`
}
